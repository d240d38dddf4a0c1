-- What Admins switch on for everybody is more than security.
ALTER TABLE security_settings RENAME TO office_settings;
UPDATE row_counts SET entity = 'office_settings' WHERE entity = 'security_settings';
