-- Imports of many rows. What is staged is written in the order of its dates: the server keeps few pages in memory, and most indexes of the
-- records go by date. `history_id` is the last write that the staged rows were compared with; `plan` is what the writing has to know.
ALTER TABLE imports ADD COLUMN plan TEXT;
ALTER TABLE imports ADD COLUMN history_id INTEGER;

ALTER TABLE import_rows ADD COLUMN dated TEXT NOT NULL DEFAULT '';
CREATE INDEX import_rows_order ON import_rows (import_id, dated, "row", target_id, target_version);

-- What is against rows about to be written; holds rows only within a transaction.
CREATE TABLE import_obstacles (
  import_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (import_id, "row")
) WITHOUT ROWID;
