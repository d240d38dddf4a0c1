-- Scenarios: rules that are tried before they count.
CREATE TABLE rule_scenarios (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  note TEXT,
  valid_from TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT 'draft',
  promoted_from TEXT NOT NULL DEFAULT '',
  reason TEXT,
  name_fold TEXT
);
-- A draft is promoted or discarded once.
CREATE TRIGGER rule_scenarios_close BEFORE UPDATE OF status ON rule_scenarios WHEN NEW.status <> OLD.status AND OLD.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;

-- The rows in which a scenario differs: `base` is the live row as it was copied (NULL for a new one), `row` what the scenario says (NULL: removed).
CREATE TABLE rule_scenario_rows (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scenario_id INTEGER NOT NULL,
  entity TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  valid_from TEXT NOT NULL DEFAULT '',
  row TEXT,
  base TEXT,
  UNIQUE (scenario_id, entity, row_id)
);
CREATE TRIGGER rule_scenario_rows_open BEFORE INSERT ON rule_scenario_rows WHEN (SELECT status FROM rule_scenarios WHERE id = NEW.scenario_id) IS NOT 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;
CREATE TRIGGER rule_scenario_rows_keep BEFORE DELETE ON rule_scenario_rows WHEN (SELECT status FROM rule_scenarios WHERE id = OLD.scenario_id) IS NOT 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;
