-- The place behind which the rows of an import are still to be written, in the order of their days and rows.
ALTER TABLE imports ADD COLUMN written_dated TEXT NOT NULL DEFAULT '';
ALTER TABLE imports ADD COLUMN written_row INTEGER NOT NULL DEFAULT 0;
