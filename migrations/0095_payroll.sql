-- How the file for payroll is laid out, chosen by an Admin: one row. `columns` is JSON of {kind, heading, value?}.
CREATE TABLE payroll_map (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL DEFAULT 1,
  columns TEXT NOT NULL,
  decimal_sign TEXT NOT NULL CHECK (decimal_sign IN ('comma', 'dot')),
  format TEXT NOT NULL CHECK (format IN ('csv', 'xlsx')),
  updated_at TEXT NOT NULL,
  updated_by INTEGER
) STRICT;

-- Files that were handed to payroll. `totals` is JSON of the totals that the file has, `changes` of the people whose figures a difference moves.
CREATE TABLE payroll_exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  month TEXT NOT NULL,
  seal_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('full', 'difference')),
  format TEXT NOT NULL CHECK (format IN ('csv', 'xlsx')),
  totals TEXT NOT NULL,
  "rows" INTEGER NOT NULL,
  changes TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  file TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL
) STRICT;
CREATE INDEX payroll_exports_month ON payroll_exports (month);
