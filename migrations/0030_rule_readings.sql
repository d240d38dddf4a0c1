-- Which versions of the rule book each person has read: `hash` is that of the rules and expressions of the month.
CREATE TABLE rule_readings (
  user_id INTEGER NOT NULL,
  hash TEXT NOT NULL,
  month TEXT NOT NULL,
  read_at TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) WITHOUT ROWID;
