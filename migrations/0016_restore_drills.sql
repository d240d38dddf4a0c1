-- Each time a backup was restored to see whether it can be: into a server of its own, compared table by table.
CREATE TABLE restore_drills (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  backup TEXT NOT NULL,
  outcome TEXT NOT NULL,
  message TEXT,
  tables INTEGER,
  "rows" INTEGER,
  started_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
