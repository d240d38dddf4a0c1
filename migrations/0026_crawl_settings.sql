-- The settings of the source that an Admin chose; NULL: as the environment says. At most one row. Ids and map are JSON.
CREATE TABLE crawl_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL DEFAULT 1,
  url TEXT,
  workflow_ids TEXT,
  field_map TEXT,
  numbers TEXT CHECK (numbers IN ('dot', 'comma')),
  updated_at TEXT NOT NULL,
  updated_by INTEGER
);

-- A crawl and a comparison read all their pages by the settings of their start.
ALTER TABLE crawl_runs ADD COLUMN settings TEXT;
ALTER TABLE crawl_reconciliations ADD COLUMN settings TEXT;

-- Names in jobs that no record goes by. `text_key`: equal letter for letter; `text_fold`: equal but for accents.
CREATE TABLE crawl_unmatched (
  external_id TEXT NOT NULL,
  "column" TEXT NOT NULL CHECK ("column" IN ('user_id', 'chekkusha_id', 'customer_id')),
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'person')),
  text TEXT NOT NULL,
  text_key TEXT NOT NULL,
  text_fold TEXT NOT NULL,
  PRIMARY KEY (external_id, "column")
) STRICT;
CREATE INDEX crawl_unmatched_name ON crawl_unmatched (kind, text_key);

-- Names that an Admin assigned to somebody: each once.
ALTER TABLE crawl_aliases ADD COLUMN text_key TEXT;
ALTER TABLE crawl_aliases ADD COLUMN assigned_by INTEGER;
ALTER TABLE crawl_aliases ADD COLUMN assigned_at TEXT;
CREATE UNIQUE INDEX crawl_aliases_assigned ON crawl_aliases (kind, text_key) WHERE assigned_by IS NOT NULL;
