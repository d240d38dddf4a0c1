-- What each crawl had in the fields of the forms: a row with the number of its jobs (`jobs`), one a column, one a field that nothing knows.
CREATE TABLE crawl_fields (
  run_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  field TEXT NOT NULL,
  had INTEGER NOT NULL DEFAULT 0,
  empty INTEGER NOT NULL DEFAULT 0,
  unreadable INTEGER NOT NULL DEFAULT 0,
  low REAL,
  high REAL,
  sample TEXT,
  is_odd INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, kind, key)
) STRICT, WITHOUT ROWID;

-- Columns that are empty or gone in far more jobs than usual, until they are mended.
CREATE TABLE crawl_odd_fields (
  "column" TEXT PRIMARY KEY,
  run_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  missing INTEGER NOT NULL,
  jobs INTEGER NOT NULL,
  measure TEXT NOT NULL,
  usual REAL
);
