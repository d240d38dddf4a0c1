-- What each lock published: the document that proves it, its rows for reading, and its copy among the files.

CREATE TABLE month_seals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  month TEXT NOT NULL,
  version INTEGER NOT NULL,
  sealed_at TEXT NOT NULL,
  sealed_by INTEGER,
  late INTEGER NOT NULL DEFAULT 0,
  history_id INTEGER NOT NULL,
  total_point_1 TEXT NOT NULL,
  total_point_2 TEXT NOT NULL,
  previous_sha256 TEXT,
  sha256 TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  UNIQUE (month, version)
) STRICT;

CREATE TABLE month_seal_rows (
  id INTEGER PRIMARY KEY,
  seal_id INTEGER NOT NULL REFERENCES month_seals (id),
  kind TEXT NOT NULL,
  user_id INTEGER,
  dept_id INTEGER,
  dept_grp_id INTEGER,
  name_sort TEXT,
  row TEXT NOT NULL
) STRICT;
CREATE INDEX month_seal_rows_seal ON month_seal_rows (seal_id, kind);
CREATE INDEX month_seal_rows_user ON month_seal_rows (user_id, kind, seal_id) WHERE user_id IS NOT NULL;

CREATE TABLE month_seal_copies (
  seal_id INTEGER PRIMARY KEY REFERENCES month_seals (id),
  file TEXT NOT NULL,
  copied_at TEXT NOT NULL
) STRICT;

-- The seal that a locked month is read from; until when a month that is being locked refuses writes already.
ALTER TABLE month_locks ADD COLUMN seal_id INTEGER REFERENCES month_seals (id);
ALTER TABLE month_locks ADD COLUMN closing_until TEXT;
-- The seal that a lock made or an unlock ended; the review's open points at the lock, as JSON.
ALTER TABLE month_lock_events ADD COLUMN seal_id INTEGER REFERENCES month_seals (id);
ALTER TABLE month_lock_events ADD COLUMN open_points TEXT;
CREATE INDEX month_lock_events_seal ON month_lock_events (seal_id);

-- Recomputations of sealed months from their own rules and records.
CREATE TABLE month_replays (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  seal_id INTEGER NOT NULL REFERENCES month_seals (id),
  status TEXT NOT NULL,
  requested_by INTEGER,
  created_at TEXT NOT NULL,
  progress_at TEXT NOT NULL,
  finished_at TEXT,
  message TEXT,
  checked INTEGER NOT NULL DEFAULT 0,
  result TEXT,
  claim TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX month_replays_active ON month_replays (seal_id) WHERE status IN ('queued', 'running');

-- Points of the review before closing that a person has looked at: `value` is what they saw, as canonical JSON.
CREATE TABLE month_review_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  month TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  value TEXT NOT NULL,
  note TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  UNIQUE (month, kind, subject)
) STRICT;

-- At most one row: how far a person's total may be from what is usual, in percent and in points, before the review names it.
CREATE TABLE month_review_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  percent REAL NOT NULL,
  points REAL NOT NULL,
  updated_at TEXT
) STRICT;
INSERT INTO month_review_settings (id, percent, points) VALUES (1, 30, 10);
