-- A locked month refuses every write that touches a record dated in it, whoever writes; a checked record refuses
-- everything but its own unchecking. The messages are read by the API, which answers them as 423 and 409.

CREATE TRIGGER directs_lock_insert BEFORE INSERT ON directs
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(NEW.henkyaku_hi, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER directs_lock_update BEFORE UPDATE ON directs
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.henkyaku_hi, 1, 7), substr(NEW.henkyaku_hi, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER directs_lock_delete BEFORE DELETE ON directs
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.henkyaku_hi, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER pro_lock_insert BEFORE INSERT ON pro
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(NEW.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER pro_lock_update BEFORE UPDATE ON pro
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.rate_at, 1, 7), substr(NEW.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER pro_lock_delete BEFORE DELETE ON pro
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER indirects_lock_insert BEFORE INSERT ON indirects
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(NEW.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER indirects_lock_update BEFORE UPDATE ON indirects
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.rate_at, 1, 7), substr(NEW.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER indirects_lock_delete BEFORE DELETE ON indirects
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER mistakes_lock_insert BEFORE INSERT ON mistakes
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(NEW.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER mistakes_lock_update BEFORE UPDATE ON mistakes
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.rate_at, 1, 7), substr(NEW.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER mistakes_lock_delete BEFORE DELETE ON mistakes
WHEN EXISTS (SELECT 1 FROM month_locks WHERE month IN (substr(OLD.rate_at, 1, 7)) AND status = 1)
BEGIN
  SELECT RAISE(ABORT, 'month_locked');
END;

CREATE TRIGGER directs_checked_update BEFORE UPDATE ON directs
WHEN OLD.is_checked = 1 AND NEW.is_checked = 1
BEGIN
  SELECT RAISE(ABORT, 'record_checked');
END;

CREATE TRIGGER directs_checked_delete BEFORE DELETE ON directs
WHEN OLD.is_checked = 1
BEGIN
  SELECT RAISE(ABORT, 'record_checked');
END;

CREATE TRIGGER pro_checked_update BEFORE UPDATE ON pro
WHEN OLD.is_checked = 1 AND NEW.is_checked = 1
BEGIN
  SELECT RAISE(ABORT, 'record_checked');
END;

CREATE TRIGGER pro_checked_delete BEFORE DELETE ON pro
WHEN OLD.is_checked = 1
BEGIN
  SELECT RAISE(ABORT, 'record_checked');
END;

CREATE TRIGGER indirects_checked_update BEFORE UPDATE ON indirects
WHEN OLD.is_checked = 1 AND NEW.is_checked = 1
BEGIN
  SELECT RAISE(ABORT, 'record_checked');
END;

CREATE TRIGGER indirects_checked_delete BEFORE DELETE ON indirects
WHEN OLD.is_checked = 1
BEGIN
  SELECT RAISE(ABORT, 'record_checked');
END;
