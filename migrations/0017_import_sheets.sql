-- The sheet that was asked for, and whether the import only says what it would do.
ALTER TABLE imports ADD COLUMN sheet TEXT;
ALTER TABLE imports ADD COLUMN dry_run INTEGER NOT NULL DEFAULT 0;
