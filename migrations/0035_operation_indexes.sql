-- Each save writes an operation. The index of `undo_of` holds undos only, and that of the table is gone: a list by table reads the few that it skips.
DROP TRIGGER operations_record;
CREATE TABLE operations_rebuilt (
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
  undo_of INTEGER
) STRICT;
INSERT INTO operations_rebuilt SELECT * FROM operations;
-- No id is given twice, also after the newest operation was removed.
INSERT INTO sqlite_sequence (name, seq) SELECT 'operations_rebuilt', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'operations_rebuilt');
UPDATE sqlite_sequence SET seq = ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'operations'), 0) WHERE name = 'operations_rebuilt';
DROP TABLE operations;
ALTER TABLE operations_rebuilt RENAME TO operations;
CREATE INDEX operations_user ON operations (user_id, id);
CREATE UNIQUE INDEX operations_undo_of ON operations (undo_of) WHERE undo_of IS NOT NULL;

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
