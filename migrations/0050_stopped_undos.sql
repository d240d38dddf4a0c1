-- An undo that was stopped before its end leaves the rest of its operation to be undone; the undos of an operation are found by it.
CREATE INDEX operations_undos ON operations (undo_of) WHERE undo_of IS NOT NULL;
UPDATE operations SET released = 1 WHERE undo_of IS NOT NULL AND EXISTS (SELECT 1 FROM operation_runs r WHERE r.id = operations.id
  AND r.status IN ('failed', 'cancelled') AND r.message IS NOT 'cases_broken' AND r.done < r.total);
