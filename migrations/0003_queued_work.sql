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
