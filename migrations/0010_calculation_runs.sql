-- Runs of the monthly calculation; the results they stage until the month is published; the directs that have no result.
CREATE TABLE calculation_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  year INTEGER NOT NULL,
  month INTEGER NOT NULL,
  status TEXT NOT NULL,
  preview INTEGER NOT NULL DEFAULT 0,
  include_adjusted INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  rules_hash TEXT,
  source TEXT NOT NULL,
  requested_by INTEGER,
  step INTEGER NOT NULL DEFAULT 0,
  read_date TEXT NOT NULL DEFAULT '',
  read_id INTEGER NOT NULL DEFAULT 0,
  history_id INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  started_at TEXT,
  progress_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX calculation_runs_month ON calculation_runs (year, month, id);
-- A month has one active run at most.
CREATE UNIQUE INDEX calculation_runs_active ON calculation_runs (year, month) WHERE status IN ('queued', 'computing', 'publishing');

-- Only directs whose result differs from what they hold. `version` is the direct's when it was read.
CREATE TABLE calculation_results (
  run_id INTEGER NOT NULL,
  direct_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  scale_factor_code TEXT,
  scale_factor REAL,
  standard_design_point REAL,
  standard_check_point REAL,
  result_design_point REAL,
  result_check_point REAL,
  old_design_point REAL,
  old_check_point REAL,
  PRIMARY KEY (run_id, direct_id)
) WITHOUT ROWID;

CREATE TABLE calculation_issues (
  run_id INTEGER NOT NULL,
  direct_id INTEGER NOT NULL,
  code TEXT NOT NULL,
  issue TEXT NOT NULL,
  PRIMARY KEY (run_id, direct_id)
) WITHOUT ROWID;

-- Jobs that failed: the last error of each, and when the queue gave it up.
CREATE TABLE failed_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body_hash TEXT NOT NULL UNIQUE,
  type TEXT,
  body TEXT NOT NULL,
  error TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  failed_at TEXT NOT NULL,
  dead_at TEXT
);

INSERT OR IGNORE INTO totals_expressions ("key", expression) VALUES
  ('total_point_1', 'direct_point + indirect_point_yes - mistake_point_n - mistake_point_t'),
  ('total_point_2', 'total_point_1 * pro_index');
