-- An operation is what one request wrote: a save, a bulk edit, an import, a page of a crawl. `entity` is the table of its last row.
-- Of an undo, `undo_of` is the operation that it reverses: the unique index lets one of two win.
CREATE TABLE operations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id TEXT NOT NULL UNIQUE,
  user_id INTEGER,
  source TEXT NOT NULL,
  at TEXT NOT NULL,
  entity TEXT,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0,
  last_history_id INTEGER NOT NULL DEFAULT 0,
  undo_of INTEGER UNIQUE
) STRICT;
CREATE INDEX operations_user ON operations (user_id, id);
CREATE INDEX operations_entity ON operations (entity, id);

INSERT INTO operations (request_id, user_id, source, at, entity, created, updated, deleted, last_history_id)
SELECT request_id, user_id, source, at, entity, SUM(action = 'insert'), SUM(action = 'update'), SUM(action = 'delete'), MAX(id)
FROM history WHERE request_id IS NOT NULL GROUP BY request_id ORDER BY MAX(id);

-- Each transaction ends with the removal of its write context: then its history rows are counted once.
CREATE TRIGGER operations_record BEFORE DELETE ON write_context WHEN OLD.request_id IS NOT NULL
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, entity, created, updated, deleted, last_history_id)
  SELECT request_id, user_id, source, at, entity, SUM(action = 'insert'), SUM(action = 'update'), SUM(action = 'delete'), MAX(id)
  FROM history WHERE request_id = OLD.request_id
    AND id > ifnull((SELECT last_history_id FROM operations WHERE request_id = OLD.request_id), 0)
  GROUP BY request_id
  ON CONFLICT (request_id) DO UPDATE SET entity = ifnull(entity, excluded.entity), created = created + excluded.created,
    updated = updated + excluded.updated, deleted = deleted + excluded.deleted, last_history_id = excluded.last_history_id;
END;

-- Operations of many rows that the queue works on: undos and bulk edits. `id` is the operation's, `task` what is to be done, `outcome` what came of it.
CREATE TABLE operation_runs (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  task TEXT NOT NULL,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL DEFAULT '{}',
  message TEXT,
  claim TEXT,
  lease_until INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  progress_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX operation_runs_active ON operation_runs (status) WHERE status IN ('queued', 'running');
