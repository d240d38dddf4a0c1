-- What signed-in people were refused: one row for a person, a route and a status.
CREATE TABLE security_refusals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  route TEXT NOT NULL,
  status INTEGER NOT NULL,
  count INTEGER NOT NULL,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  UNIQUE (user_id, route, status)
) STRICT;

-- How many a person met in a minute, YYYY-MM-DD HH:mm, for a day: what a burst is told by.
CREATE TABLE refusal_minutes (
  user_id INTEGER NOT NULL,
  minute TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (user_id, minute)
) STRICT;
