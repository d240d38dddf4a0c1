-- Whether an import makes the records whose names no record has, before it writes its rows.
ALTER TABLE imports ADD COLUMN create_missing INTEGER NOT NULL DEFAULT 0;
