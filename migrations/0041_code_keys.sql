-- Codes of rules are told apart as names are: letter for letter, but for case, width and spaces, as the calculation does. The keys of rows that
-- are there are filled in after the migrations; of two formulas of one code and month the later one keeps none, and the first counts as before.
ALTER TABLE standards ADD COLUMN scale_code_key TEXT;
ALTER TABLE tsubos ADD COLUMN scale_factor_code_key TEXT;
ALTER TABLE formula_base_points ADD COLUMN scale_code_key TEXT;
ALTER TABLE formula_results ADD COLUMN scale_code_key TEXT;
DROP INDEX formula_results_version;
CREATE UNIQUE INDEX formula_results_version ON formula_results (scale_code_key, valid_from);
CREATE INDEX formula_results_code ON formula_results (scale_code);
DROP INDEX tsubos_dated;
DROP INDEX formula_base_points_dated;
DROP INDEX formula_results_dated;
CREATE INDEX tsubos_dated ON tsubos (ifnull(scale_factor_code_key, lower(scale_factor_code)), valid_from) WHERE valid_from <> '';
CREATE INDEX formula_base_points_dated ON formula_base_points (ifnull(scale_code_key, lower(scale_code)), valid_from) WHERE valid_from <> '';
CREATE INDEX formula_results_dated ON formula_results (ifnull(scale_code_key, lower(scale_code)), valid_from) WHERE valid_from <> '';
-- The keys are no change of a record: they are filled in before these are made again.
DROP TRIGGER IF EXISTS standards_history_update;
DROP TRIGGER IF EXISTS tsubos_history_update;
DROP TRIGGER IF EXISTS formula_base_points_history_update;
DROP TRIGGER IF EXISTS formula_results_history_update;
