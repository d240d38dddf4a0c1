-- Crawls of the source, what each of them left out or could not place, and how far each workflow was read.
CREATE TABLE crawl_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  "full" INTEGER NOT NULL DEFAULT 0,
  requested_by INTEGER,
  updated_from TEXT,
  workflows TEXT NOT NULL,
  workflow INTEGER NOT NULL DEFAULT 0,
  page INTEGER NOT NULL DEFAULT 0,
  attempt INTEGER NOT NULL DEFAULT 1,
  mark TEXT,
  claim TEXT,
  total INTEGER,
  pages INTEGER NOT NULL DEFAULT 0,
  jobs INTEGER NOT NULL DEFAULT 0,
  inserted INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  warnings INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  message TEXT
);
-- One crawl at a time.
CREATE UNIQUE INDEX crawl_runs_active ON crawl_runs ((status IN ('queued', 'running'))) WHERE status IN ('queued', 'running');
CREATE INDEX crawl_runs_finished ON crawl_runs (finished_at);

CREATE TABLE crawl_skipped (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  code TEXT NOT NULL,
  direct_id INTEGER,
  external_id TEXT,
  name TEXT,
  "column" TEXT,
  field TEXT,
  value TEXT,
  reason TEXT NOT NULL
);
CREATE INDEX crawl_skipped_run ON crawl_skipped (run_id, id);

CREATE TABLE crawl_cursors (
  workflow_id TEXT PRIMARY KEY,
  "cursor" INTEGER NOT NULL
);

-- At most one row: the day of the next crawl of everything.
CREATE TABLE crawl_sync_date (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  date TEXT NOT NULL,
  requested_by INTEGER
);
