-- A row of a totals expression has an id and the times of every other record. The table is made anew under its name, with all its columns;
-- an id that the history names is given to no other row.
CREATE TABLE totals_expressions_made (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  "key" TEXT NOT NULL, valid_from TEXT NOT NULL DEFAULT '', expression TEXT NOT NULL
);
INSERT INTO totals_expressions_made (id, version, updated_at, "key", valid_from, expression)
  SELECT rowid, version, updated_at, "key", valid_from, expression FROM totals_expressions;
UPDATE sqlite_sequence SET seq = max(seq, ifnull((SELECT max(record_id) FROM history WHERE entity = 'totals_expressions'), 0))
  WHERE name = 'totals_expressions_made';
DROP TABLE totals_expressions;
ALTER TABLE totals_expressions_made RENAME TO totals_expressions;
CREATE UNIQUE INDEX totals_expressions_version ON totals_expressions ("key", valid_from);
