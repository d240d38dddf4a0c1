-- A row of a scenario has the version and the times of every other record, so that its writes can be undone: only while the scenario is a draft.
ALTER TABLE rule_scenario_rows ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE rule_scenario_rows ADD COLUMN created_at TEXT;
ALTER TABLE rule_scenario_rows ADD COLUMN updated_at TEXT;
CREATE TRIGGER rule_scenario_rows_hold BEFORE UPDATE ON rule_scenario_rows WHEN (SELECT status FROM rule_scenarios WHERE id = OLD.scenario_id) IS NOT 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;
