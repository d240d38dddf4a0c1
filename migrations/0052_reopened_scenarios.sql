-- A draft is promoted or discarded once, unless that is taken back: then it is a draft again.
DROP TRIGGER rule_scenarios_close;
CREATE TRIGGER rule_scenarios_close BEFORE UPDATE OF status ON rule_scenarios
WHEN NEW.status <> OLD.status AND OLD.status <> 'draft' AND NEW.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;
