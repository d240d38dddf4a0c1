-- An operation says what it is: its first records, the fields that it changed, and how many records it left as they are. `left_rows` of an undo are those
-- that a further undo may reach. What no undo takes back is in the history alone. The trigger that adds it up is generated.
ALTER TABLE operations ADD COLUMN records TEXT;
ALTER TABLE operations ADD COLUMN fields TEXT;
ALTER TABLE operations ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE operations ADD COLUMN left_rows INTEGER NOT NULL DEFAULT 0;
UPDATE operations SET kept = (SELECT COUNT(*) FROM operation_kept_rows k WHERE k.operation_id = operations.id);
UPDATE operations SET left_rows = (SELECT r.total - r.done FROM operation_runs r WHERE r.id = operations.id)
WHERE released = 1 AND created + updated + deleted > 0 AND EXISTS (SELECT 1 FROM operation_runs r WHERE r.id = operations.id);

DROP TRIGGER operations_record;
DROP TRIGGER IF EXISTS month_lock_events_act;
DROP TRIGGER IF EXISTS statement_confirmations_act;
DROP TRIGGER IF EXISTS questions_act;
DROP TRIGGER IF EXISTS question_answers_act;
DROP TRIGGER IF EXISTS second_factors_act_on;
DROP TRIGGER IF EXISTS second_factors_act_off;
DROP TRIGGER IF EXISTS sessions_act;
UPDATE operations SET entity = 'customers' WHERE entity = 'crawl_aliases'
  AND EXISTS (SELECT 1 FROM history h WHERE h.request_id = operations.request_id AND h.entity = 'customers');
DELETE FROM operations WHERE source = 'calculation' OR (entity IS NULL AND act IS NOT NULL)
  OR entity IN ('roles', 'user_locks', 'office_settings', 'crawl_settings', 'crawl_aliases', 'views', 'rule_scenario_rows');

-- The name that a customer had before is found by the source as ever. It goes with the name: whoever takes that back learns nothing, and a name that
-- the customer has again counts as its own.
DROP TRIGGER customers_alias_rename;
CREATE TRIGGER customers_alias_rename AFTER UPDATE OF name ON customers
WHEN OLD.name <> NEW.name AND NOT EXISTS (SELECT 1 FROM write_context WHERE source = 'undo') BEGIN
  INSERT OR IGNORE INTO crawl_aliases (kind, text, text_fold, target_id) VALUES ('customer', OLD.name, OLD.name_fold, OLD.id);
END;
