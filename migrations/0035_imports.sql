-- Imports of workbooks: the job, the rows it stages until they are written in one transaction, and what is wrong with the file.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity TEXT NOT NULL,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  file_name TEXT NOT NULL,
  requested_by INTEGER NOT NULL,
  claim TEXT,
  total INTEGER,
  done INTEGER NOT NULL DEFAULT 0,
  inserted INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  created_at TEXT NOT NULL,
  progress_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX imports_owner ON imports (requested_by, entity, id);

CREATE TABLE import_rows (
  import_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  target_id INTEGER,
  target_version INTEGER,
  "values" TEXT NOT NULL,
  PRIMARY KEY (import_id, "row")
);

CREATE TABLE import_errors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  "column" TEXT,
  message TEXT NOT NULL
);
CREATE INDEX import_errors_order ON import_errors (import_id, "row", id);
