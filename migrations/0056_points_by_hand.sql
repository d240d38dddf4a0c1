-- Once an Admin asks for it, points are set by hand only with a reason, whatever path they come by: on either view of the jobs, one or many, by a
-- file, in a new job.
DROP TRIGGER directs_adjust_reason;

CREATE TRIGGER directs_adjust_reason BEFORE UPDATE OF result_design_point, result_check_point ON directs
WHEN ifnull(NEW.adjust_reason, '') = ''
  AND (NEW.result_design_point IS NOT OLD.result_design_point OR NEW.result_check_point IS NOT OLD.result_check_point)
  AND EXISTS (SELECT 1 FROM office_settings WHERE key = 'adjust_reason_required' AND value = 1)
  AND EXISTS (SELECT 1 FROM write_context WHERE source IN ('screen', 'import'))
BEGIN
  SELECT RAISE(ABORT, 'reason_required');
END;

CREATE TRIGGER directs_first_reason BEFORE INSERT ON directs
WHEN ifnull(NEW.adjust_reason, '') = '' AND coalesce(NEW.result_design_point, NEW.result_check_point) IS NOT NULL
  AND EXISTS (SELECT 1 FROM office_settings WHERE key = 'adjust_reason_required' AND value = 1)
  AND EXISTS (SELECT 1 FROM write_context WHERE source IN ('screen', 'import'))
BEGIN
  SELECT RAISE(ABORT, 'reason_required');
END;
