-- One guard for each update and delete instead of two, and a lock looked up month by month: the server reads every trigger for every
-- call, and a calculation passes them a hundred thousand times.

DROP TRIGGER directs_lock_update;
DROP TRIGGER directs_lock_delete;
DROP TRIGGER directs_checked_update;
DROP TRIGGER directs_checked_delete;

CREATE TRIGGER directs_guard_update BEFORE UPDATE ON directs
WHEN (OLD.is_checked = 1 AND NEW.is_checked = 1)
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.henkyaku_hi, 1, 7) AND status = 1)
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(NEW.henkyaku_hi, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'record_checked') WHERE OLD.is_checked = 1 AND NEW.is_checked = 1;
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER directs_guard_delete BEFORE DELETE ON directs
WHEN OLD.is_checked = 1
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.henkyaku_hi, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'record_checked') WHERE OLD.is_checked = 1;
  SELECT RAISE(ABORT, 'month_locked');
END;

DROP TRIGGER pro_lock_update;
DROP TRIGGER pro_lock_delete;
DROP TRIGGER pro_checked_update;
DROP TRIGGER pro_checked_delete;

CREATE TRIGGER pro_guard_update BEFORE UPDATE ON pro
WHEN (OLD.is_checked = 1 AND NEW.is_checked = 1)
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.rate_at, 1, 7) AND status = 1)
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(NEW.rate_at, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'record_checked') WHERE OLD.is_checked = 1 AND NEW.is_checked = 1;
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER pro_guard_delete BEFORE DELETE ON pro
WHEN OLD.is_checked = 1
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.rate_at, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'record_checked') WHERE OLD.is_checked = 1;
  SELECT RAISE(ABORT, 'month_locked');
END;

DROP TRIGGER indirects_lock_update;
DROP TRIGGER indirects_lock_delete;
DROP TRIGGER indirects_checked_update;
DROP TRIGGER indirects_checked_delete;

CREATE TRIGGER indirects_guard_update BEFORE UPDATE ON indirects
WHEN (OLD.is_checked = 1 AND NEW.is_checked = 1)
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.rate_at, 1, 7) AND status = 1)
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(NEW.rate_at, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'record_checked') WHERE OLD.is_checked = 1 AND NEW.is_checked = 1;
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER indirects_guard_delete BEFORE DELETE ON indirects
WHEN OLD.is_checked = 1
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.rate_at, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'record_checked') WHERE OLD.is_checked = 1;
  SELECT RAISE(ABORT, 'month_locked');
END;

DROP TRIGGER mistakes_lock_update;
DROP TRIGGER mistakes_lock_delete;

CREATE TRIGGER mistakes_guard_update BEFORE UPDATE ON mistakes
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.rate_at, 1, 7) AND status = 1)
  OR EXISTS (SELECT 1 FROM month_locks WHERE month = substr(NEW.rate_at, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER mistakes_guard_delete BEFORE DELETE ON mistakes
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month = substr(OLD.rate_at, 1, 7) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;
