-- Records that an undo or a bulk edit of the queue left as they are, each with the reason: one row each, as there may be many.
CREATE TABLE operation_kept_rows (
  id INTEGER PRIMARY KEY,
  operation_id INTEGER NOT NULL,
  entity TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  reason TEXT NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX operation_kept_rows_operation ON operation_kept_rows (operation_id, id);
INSERT INTO operation_kept_rows (operation_id, entity, record_id, reason, message)
SELECT r.id, k.value ->> '$.entity', k.value ->> '$.id', k.value ->> '$.reason', k.value ->> '$.message'
FROM operation_runs r, json_each(r.outcome, '$.kept') k ORDER BY r.id, k.key;
UPDATE operation_runs SET outcome = json_remove(outcome, '$.kept', '$.kept_count');

-- An undo that wrote nothing is told of, with what it kept, and leaves its operation to be undone later.
ALTER TABLE operations ADD COLUMN released INTEGER NOT NULL DEFAULT 0;
DROP INDEX operations_undo_of;
CREATE UNIQUE INDEX operations_undo_of ON operations (undo_of) WHERE undo_of IS NOT NULL AND released = 0;
