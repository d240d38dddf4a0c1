-- The names stand behind the date, so that an import finds a job among thousands of one person and day, or of one building's name.
DROP INDEX directs_user;
CREATE INDEX directs_user ON directs (user_id, henkyaku_hi, bukkenmei, name);
