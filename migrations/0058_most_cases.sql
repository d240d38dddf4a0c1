-- Each write of rules judges all worked examples.
CREATE TRIGGER rule_cases_most BEFORE INSERT ON rule_cases WHEN (SELECT COUNT(*) FROM rule_cases) >= 2000
BEGIN
  SELECT RAISE(ABORT, 'too_many_cases');
END;
