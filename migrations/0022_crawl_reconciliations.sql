-- Comparisons of a month's jobs at the source with the directs here. `mark` is where the reading of the source stands.
CREATE TABLE crawl_reconciliations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  month TEXT NOT NULL,
  status TEXT NOT NULL,
  requested_by INTEGER,
  created_at TEXT NOT NULL,
  progress_at TEXT NOT NULL,
  finished_at TEXT,
  message TEXT,
  workflow INTEGER NOT NULL DEFAULT 0,
  page INTEGER NOT NULL DEFAULT 0,
  attempt INTEGER NOT NULL DEFAULT 1,
  mark TEXT,
  total INTEGER,
  jobs INTEGER NOT NULL DEFAULT 0,
  unreadable INTEGER NOT NULL DEFAULT 0,
  only_there INTEGER NOT NULL DEFAULT 0,
  only_here INTEGER NOT NULL DEFAULT 0,
  differs INTEGER NOT NULL DEFAULT 0,
  claim TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX crawl_reconciliations_active ON crawl_reconciliations (month) WHERE status IN ('queued', 'running');
CREATE INDEX crawl_reconciliations_month ON crawl_reconciliations (month, status, id);

-- Ids that a comparison has read in a workflow, each with the pass that read it last.
CREATE TABLE crawl_reconciled (
  reconciliation_id INTEGER NOT NULL,
  workflow INTEGER NOT NULL,
  external_id TEXT NOT NULL,
  pass INTEGER NOT NULL,
  PRIMARY KEY (reconciliation_id, workflow, external_id)
) STRICT, WITHOUT ROWID;

-- What a comparison found: a job that is only there or only here, or a value that differs.
CREATE TABLE crawl_differences (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reconciliation_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  direct_id INTEGER,
  name TEXT,
  "column" TEXT NOT NULL DEFAULT '',
  here TEXT,
  there TEXT,
  UNIQUE (reconciliation_id, external_id, "column")
) STRICT;
