-- Leases of queued work: `claim` names the message that works on a run, until `lease_until` (epoch milliseconds).
ALTER TABLE calculation_runs DROP COLUMN step;
ALTER TABLE calculation_runs ADD COLUMN claim TEXT;
ALTER TABLE calculation_runs ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE crawl_runs ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;

-- Ids that a crawl has seen, so that pages that shift while they are read are noticed.
CREATE TABLE crawl_seen (
  run_id INTEGER NOT NULL,
  workflow INTEGER NOT NULL,
  external_id TEXT NOT NULL,
  pass INTEGER NOT NULL,
  PRIMARY KEY (run_id, workflow, external_id)
) WITHOUT ROWID;

-- Jobs that wait until their month is unlocked or their row is unchecked. `job` is JSON of the job as it was read.
CREATE TABLE crawl_waiting (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  external_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  henkyaku_hi TEXT,
  direct_id INTEGER,
  reason TEXT NOT NULL,
  month TEXT,
  since TEXT NOT NULL,
  job TEXT NOT NULL
);
CREATE INDEX crawl_waiting_month ON crawl_waiting (month);

-- Names by which the source goes on calling a customer or a person who is called otherwise here.
CREATE TABLE crawl_aliases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'person')),
  text TEXT NOT NULL,
  text_fold TEXT NOT NULL,
  target_id INTEGER NOT NULL,
  UNIQUE (kind, text, target_id)
);
CREATE TRIGGER customers_alias_rename AFTER UPDATE OF name ON customers WHEN OLD.name <> NEW.name BEGIN
  INSERT OR IGNORE INTO crawl_aliases (kind, text, text_fold, target_id) VALUES ('customer', OLD.name, OLD.name_fold, OLD.id);
END;
