-- Worked examples of the rules: `values` is the JSON of a job's columns, the points are those that it must come to.
CREATE TABLE rule_cases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  month TEXT NOT NULL,
  customer_id INTEGER NOT NULL,
  work_category_id INTEGER NOT NULL,
  "values" TEXT NOT NULL,
  result_design_point REAL NOT NULL,
  result_check_point REAL NOT NULL,
  name_fold TEXT
);
CREATE UNIQUE INDEX rule_cases_name ON rule_cases (name_fold);
CREATE INDEX rule_cases_customer ON rule_cases (customer_id, work_category_id);

-- A write of rules that changes what examples come to says which ones its writer accepted.
ALTER TABLE write_context ADD COLUMN accepted_cases TEXT;
ALTER TABLE history ADD COLUMN accepted_cases TEXT;

-- `broken_cases` is JSON of the examples that an import of rules would break, or broke as its person accepted.
ALTER TABLE imports ADD COLUMN accept_broken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN broken_cases TEXT;
