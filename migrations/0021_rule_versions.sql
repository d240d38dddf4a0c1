-- A rule stands once for each month from which a version of it counts.
DROP INDEX standards_customer_category;
CREATE UNIQUE INDEX standards_version ON standards (customer_id, work_category_id, valid_from);
DROP INDEX formula_results_code;
CREATE UNIQUE INDEX formula_results_version ON formula_results (scale_code, valid_from);

-- A row of a later version of a table follows from a row of the first one, which a standard may name.
ALTER TABLE tsubos ADD COLUMN copied_from INTEGER;
ALTER TABLE formula_base_points ADD COLUMN copied_from INTEGER;
CREATE INDEX tsubos_origin ON tsubos (ifnull(copied_from, id));

-- Codes that differ in case are one code.
DROP INDEX tsubos_dated;
DROP INDEX formula_base_points_dated;
DROP INDEX formula_results_dated;
CREATE INDEX tsubos_dated ON tsubos (scale_factor_code COLLATE NOCASE, valid_from) WHERE valid_from <> '';
CREATE INDEX formula_base_points_dated ON formula_base_points (scale_code COLLATE NOCASE, valid_from) WHERE valid_from <> '';
CREATE INDEX formula_results_dated ON formula_results (scale_code COLLATE NOCASE, valid_from) WHERE valid_from <> '';
