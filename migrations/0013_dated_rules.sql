-- The month (YYYY-MM) from which a version of a rule counts; empty: always. Of each rule the newest version that has begun is in force.
ALTER TABLE standards ADD COLUMN valid_from TEXT NOT NULL DEFAULT '';
ALTER TABLE tsubos ADD COLUMN valid_from TEXT NOT NULL DEFAULT '';
ALTER TABLE formula_base_points ADD COLUMN valid_from TEXT NOT NULL DEFAULT '';
ALTER TABLE formula_results ADD COLUMN valid_from TEXT NOT NULL DEFAULT '';
CREATE INDEX standards_dated ON standards (customer_id, work_category_id, valid_from) WHERE valid_from <> '';
CREATE INDEX tsubos_dated ON tsubos (scale_factor_code, valid_from) WHERE valid_from <> '';
CREATE INDEX formula_base_points_dated ON formula_base_points (scale_code, valid_from) WHERE valid_from <> '';
CREATE INDEX formula_results_dated ON formula_results (scale_code, valid_from) WHERE valid_from <> '';

-- The newest change of a rule is looked for from the end.
CREATE INDEX history_of_rules ON history (id) WHERE entity IN ('standards', 'tsubos', 'formula_base_points', 'formula_results');

-- A version of an expression is a row of its own, so the key of the table takes the month in. The history names rows by their rowid.
CREATE TABLE dated_expressions (
  "key" TEXT NOT NULL,
  valid_from TEXT NOT NULL DEFAULT '',
  expression TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT,
  PRIMARY KEY ("key", valid_from)
);
INSERT INTO dated_expressions (rowid, "key", expression, version, updated_at)
  SELECT rowid, "key", expression, version, updated_at FROM totals_expressions;
DROP TABLE totals_expressions;
ALTER TABLE dated_expressions RENAME TO totals_expressions;
