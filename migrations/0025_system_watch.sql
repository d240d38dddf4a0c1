-- When each kind of regular work last ended well and when it last failed for good; first_at is when it was first heard of.
CREATE TABLE heartbeats (
  name TEXT NOT NULL PRIMARY KEY,
  first_at TEXT NOT NULL,
  ok_at TEXT,
  failed_at TEXT,
  message TEXT
) STRICT;

-- What passed its limit, from when until when; Admins are told of each once, and once of its end.
CREATE TABLE system_alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  "check" TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  mended_at TEXT
) STRICT;
CREATE UNIQUE INDEX system_alerts_open ON system_alerts ("check") WHERE mended_at IS NULL;

-- By hour, YYYY-MM-DD HH: how often calls failed by code (kind 'error'), and the longest time of a route (kind 'slow').
CREATE TABLE call_figures (
  hour TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  worst_ms INTEGER NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (hour, kind, name)
) STRICT;

-- When an Admin settled a job that the queue gave up.
ALTER TABLE failed_jobs ADD COLUMN settled_at TEXT;
