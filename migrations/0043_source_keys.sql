-- A job is known by the key of its source id: letter for letter, but for case, width and spaces. The keys of directs that are there are filled in
-- after the migrations; of two that are alike the later one keeps none until it is saved with another id.
ALTER TABLE directs ADD COLUMN external_id_key TEXT;
DROP INDEX directs_external;
-- Not partial: it gives the order of the whole list too, and a unique index takes any number of empty values.
CREATE UNIQUE INDEX directs_external ON directs (external_id_key);
-- Only those that are like an earlier one, for which the index of the keys has no place; none of the directs that are written.
CREATE INDEX directs_external_alike ON directs (external_id) WHERE ifnull(external_id_key, '') = '' AND external_id IS NOT NULL;

-- What the crawl keeps beside the directs goes by the same key. The ids of the source are plain numbers, so theirs is made here.
CREATE TABLE crawl_waiting_keyed (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  external_id TEXT NOT NULL,
  external_id_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  henkyaku_hi TEXT,
  direct_id INTEGER,
  reason TEXT NOT NULL,
  month TEXT,
  since TEXT NOT NULL,
  job TEXT NOT NULL,
  operation_id INTEGER
);
INSERT OR REPLACE INTO crawl_waiting_keyed
  SELECT id, external_id, lower(replace(external_id, ' ', '')), name, henkyaku_hi, direct_id, reason, month, since, job, operation_id
  FROM crawl_waiting ORDER BY id;
DROP TABLE crawl_waiting;
ALTER TABLE crawl_waiting_keyed RENAME TO crawl_waiting;
CREATE INDEX crawl_waiting_month ON crawl_waiting (month);
CREATE INDEX crawl_waiting_operation ON crawl_waiting (operation_id) WHERE operation_id IS NOT NULL;

ALTER TABLE crawl_unmatched ADD COLUMN external_id_key TEXT;
UPDATE crawl_unmatched SET external_id_key = lower(replace(external_id, ' ', ''));
CREATE INDEX crawl_unmatched_job ON crawl_unmatched (external_id_key);

ALTER TABLE crawl_reconciled ADD COLUMN external_id_key TEXT;
UPDATE crawl_reconciled SET external_id_key = lower(replace(external_id, ' ', ''));
