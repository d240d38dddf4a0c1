-- There is always an active Admin: whoever the last one is can't be deactivated, deleted or lose the role, by whatever path.

CREATE TRIGGER users_last_admin_update BEFORE UPDATE OF active, role_ids ON users
WHEN OLD.active = 1
  AND EXISTS (SELECT 1 FROM json_each(OLD.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = 'Admin')
  AND NOT (NEW.active = 1 AND EXISTS (SELECT 1 FROM json_each(NEW.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = 'Admin'))
  AND NOT EXISTS (SELECT 1 FROM users u, json_each(u.role_ids) j JOIN roles r ON r.id = j.value
    WHERE u.id <> OLD.id AND u.active = 1 AND r.name = 'Admin')
BEGIN
  SELECT RAISE(ABORT, 'last_admin');
END;

CREATE TRIGGER users_last_admin_delete BEFORE DELETE ON users
WHEN OLD.active = 1
  AND EXISTS (SELECT 1 FROM json_each(OLD.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = 'Admin')
  AND NOT EXISTS (SELECT 1 FROM users u, json_each(u.role_ids) j JOIN roles r ON r.id = j.value
    WHERE u.id <> OLD.id AND u.active = 1 AND r.name = 'Admin')
BEGIN
  SELECT RAISE(ABORT, 'last_admin');
END;
