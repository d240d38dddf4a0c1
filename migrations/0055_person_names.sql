-- What files and the source find people by, in the form in which it is compared. What is a person's own (username, code, employee code) is no
-- name of anybody else, whatever path it comes by; of two with one full name the codes tell them apart. Twins from before stay as they are.
ALTER TABLE users ADD COLUMN username_key TEXT;
ALTER TABLE users ADD COLUMN code_key TEXT;
ALTER TABLE users ADD COLUMN employee_code_key TEXT;
ALTER TABLE users ADD COLUMN name_key TEXT;
CREATE INDEX users_username_key ON users (username_key);
CREATE INDEX users_code_key ON users (code_key);
CREATE INDEX users_employee_code_key ON users (employee_code_key);
CREATE INDEX users_name_key ON users (name_key);

CREATE VIEW person_names AS
SELECT id AS user_id, username_key AS key, 1 AS is_own FROM users
UNION ALL SELECT id, code_key, 1 FROM users
UNION ALL SELECT id, employee_code_key, 1 FROM users
UNION ALL SELECT id, name_key, 0 FROM users;

CREATE TRIGGER users_names_insert AFTER INSERT ON users
WHEN EXISTS (SELECT 1 FROM person_names WHERE user_id <> NEW.id AND key IN (NEW.username_key, NEW.code_key, NEW.employee_code_key))
  OR EXISTS (SELECT 1 FROM person_names WHERE user_id <> NEW.id AND is_own = 1 AND key = NEW.name_key)
BEGIN
  SELECT RAISE(ABORT, 'name_taken');
END;

CREATE TRIGGER users_names_update AFTER UPDATE OF username, code, employee_code, name ON users
WHEN EXISTS (SELECT 1 FROM person_names WHERE user_id <> NEW.id AND key IN (
    iif(NEW.username_key IS NOT OLD.username_key, NEW.username_key, NULL),
    iif(NEW.code_key IS NOT OLD.code_key, NEW.code_key, NULL),
    iif(NEW.employee_code_key IS NOT OLD.employee_code_key, NEW.employee_code_key, NULL)))
  OR EXISTS (SELECT 1 FROM person_names WHERE user_id <> NEW.id AND is_own = 1 AND key = NEW.name_key AND NEW.name_key IS NOT OLD.name_key)
BEGIN
  SELECT RAISE(ABORT, 'name_taken');
END;

-- Nothing of a deleted account lives again when its deletion is undone.
CREATE TRIGGER users_access_ends AFTER DELETE ON users
BEGIN
  UPDATE sessions SET ended_at = unixepoch(), end_reason = 'deleted' WHERE user_id = OLD.id AND ended_at IS NULL;
  UPDATE access_tokens SET ended_at = datetime('now', '+7 hours') WHERE user_id = OLD.id AND ended_at IS NULL;
  DELETE FROM password_resets WHERE user_id = OLD.id;
  DELETE FROM email_changes WHERE user_id = OLD.id;
END;
