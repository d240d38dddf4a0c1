-- The whole schema, by subject. The triggers that record history, keep counts and guard locked months and checked records are not here:
-- worker/db/triggers makes them from the contracts at every migration.

-- ==================== Organisation ====================

CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  name_fold TEXT,
  name_sort TEXT
);

CREATE TABLE departments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  code TEXT NOT NULL,
  note TEXT,
  name_fold TEXT,
  name_sort TEXT,
  code_fold TEXT
);
CREATE UNIQUE INDEX departments_code ON departments (code_fold);
CREATE INDEX departments_name ON departments (name_sort);

CREATE TABLE department_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  group_name TEXT NOT NULL,
  note TEXT,
  dept_id INTEGER NOT NULL,
  group_name_fold TEXT,
  group_name_sort TEXT
);
CREATE INDEX department_groups_department ON department_groups (dept_id);
CREATE INDEX department_groups_name ON department_groups (group_name_sort);

CREATE TABLE positions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  name_fold TEXT,
  name_sort TEXT
);

CREATE TABLE roles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  name_fold TEXT,
  name_sort TEXT
);
CREATE UNIQUE INDEX roles_name ON roles (name_fold);

-- `role_ids` is a JSON array of role ids. A column `x_fold` holds the text of x as it is searched, `x_sort` as it is sorted.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  username TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT,
  phone_number TEXT,
  employee_code TEXT,
  area TEXT,
  first_name TEXT,
  last_name TEXT,
  position_id INTEGER,
  company_id INTEGER,
  department_id INTEGER,
  dept_grp_id INTEGER,
  role_ids TEXT NOT NULL DEFAULT '[]',
  code TEXT,
  active INTEGER NOT NULL DEFAULT 1,
  avatar TEXT,
  password TEXT,
  username_fold TEXT,
  name_fold TEXT,
  name_sort TEXT,
  email_fold TEXT,
  employee_code_fold TEXT,
  code_fold TEXT
);
CREATE UNIQUE INDEX users_username ON users (username_fold);
CREATE UNIQUE INDEX users_email ON users (email_fold) WHERE email_fold IS NOT NULL;
CREATE INDEX users_name ON users (name_sort);
CREATE INDEX users_code ON users (code);
CREATE INDEX users_employee_code ON users (employee_code);
CREATE INDEX users_department ON users (department_id);
CREATE INDEX users_group ON users (dept_grp_id);

-- At least one active Admin remains: the last one can't be deactivated, deleted or lose the role, by whatever path.
CREATE TRIGGER users_last_admin_update BEFORE UPDATE OF active, role_ids ON users
WHEN OLD.active = 1
  AND EXISTS (SELECT 1 FROM json_each(OLD.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = 'Admin')
  AND NOT (NEW.active = 1 AND EXISTS (SELECT 1 FROM json_each(NEW.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = 'Admin'))
  AND NOT EXISTS (SELECT 1 FROM users u, json_each(u.role_ids) j JOIN roles r ON r.id = j.value
    WHERE u.id <> OLD.id AND u.active = 1 AND r.name = 'Admin')
BEGIN
  SELECT RAISE(ABORT, 'last_admin');
END;

CREATE TRIGGER users_last_admin_delete BEFORE DELETE ON users
WHEN OLD.active = 1
  AND EXISTS (SELECT 1 FROM json_each(OLD.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = 'Admin')
  AND NOT EXISTS (SELECT 1 FROM users u, json_each(u.role_ids) j JOIN roles r ON r.id = j.value
    WHERE u.id <> OLD.id AND u.active = 1 AND r.name = 'Admin')
BEGIN
  SELECT RAISE(ABORT, 'last_admin');
END;

-- ==================== Customers and reference lists ====================

-- `work_category` is a JSON array of work category ids.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  code TEXT,
  name TEXT NOT NULL,
  fax TEXT,
  phone_number TEXT,
  address TEXT,
  receipt_date TEXT,
  work_category TEXT NOT NULL DEFAULT '[]',
  is_merchant INTEGER,
  merchant_id INTEGER,
  is_updated INTEGER NOT NULL DEFAULT 0,
  code_fold TEXT,
  name_fold TEXT,
  name_sort TEXT
);
CREATE UNIQUE INDEX customers_code ON customers (code_fold) WHERE code_fold IS NOT NULL;
CREATE INDEX customers_name ON customers (name_sort);
CREATE INDEX customers_name_fold ON customers (name_fold);

CREATE TABLE work_categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  work_name TEXT NOT NULL,
  department_id INTEGER,
  work_name_fold TEXT,
  work_name_sort TEXT
);
CREATE INDEX work_categories_name ON work_categories (work_name_sort);

CREATE TABLE contractors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  code TEXT,
  phone TEXT,
  email TEXT,
  fax TEXT,
  tax_code TEXT,
  address TEXT,
  note TEXT,
  name_fold TEXT,
  name_sort TEXT,
  code_fold TEXT,
  email_fold TEXT,
  tax_code_fold TEXT
);
CREATE INDEX contractors_name ON contractors (name_sort);

CREATE TABLE constructions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  contractor_id INTEGER NOT NULL,
  start_at TEXT,
  note TEXT,
  name_fold TEXT,
  name_sort TEXT
);
CREATE INDEX constructions_name ON constructions (name_sort);
CREATE INDEX constructions_contractor ON constructions (contractor_id);

CREATE TABLE pro_point (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  point REAL NOT NULL,
  "desc" TEXT NOT NULL,
  desc_fold TEXT
);

CREATE TABLE indirect_note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  content TEXT NOT NULL,
  content_fold TEXT,
  content_sort TEXT
);
CREATE INDEX indirect_note_content ON indirect_note (content_sort);

-- ==================== Rules of the calculation ====================

CREATE TABLE standards (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  customer_id INTEGER NOT NULL,
  work_category_id INTEGER NOT NULL,
  standard_design_point REAL NOT NULL,
  standard_check_point REAL NOT NULL,
  scale_code TEXT NOT NULL,
  tsubo_id INTEGER,
  rank TEXT,
  level TEXT,
  point_design REAL,
  point_check REAL,
  unit REAL,
  total_time_allowed REAL,
  keisanyou TEXT,
  dept_id INTEGER,
  note TEXT,
  scale_code_fold TEXT
);
CREATE UNIQUE INDEX standards_customer_category ON standards (customer_id, work_category_id);
CREATE INDEX standards_category ON standards (work_category_id);

CREATE TABLE tsubos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  scale_factor_code TEXT NOT NULL,
  scale_factor REAL,
  standard_design_point REAL,
  standard_check_point REAL,
  complexity_factor REAL,
  scale_limit_from REAL,
  scale_limit_to REAL,
  scale_equal_to REAL,
  condition_variable TEXT,
  description TEXT,
  scale_factor_code_fold TEXT,
  description_fold TEXT
);
CREATE INDEX tsubos_code ON tsubos (scale_factor_code);

CREATE TABLE formula_base_points (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  scale_code TEXT NOT NULL,
  condition_variable TEXT,
  condition_operator TEXT,
  condition_param TEXT,
  condition_variable1 TEXT,
  condition_operator1 TEXT,
  condition_param1 TEXT,
  base_point1 TEXT,
  base_point2 TEXT,
  base_point3 TEXT,
  base_point4 TEXT,
  base_point5 TEXT,
  base_point6 TEXT,
  scale_code_fold TEXT
);
CREATE INDEX formula_base_points_code ON formula_base_points (scale_code);

CREATE TABLE formula_results (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  scale_code TEXT NOT NULL,
  result_design_formula TEXT,
  result_check_formula TEXT,
  description TEXT,
  scale_code_fold TEXT,
  description_fold TEXT
);
CREATE UNIQUE INDEX formula_results_code ON formula_results (scale_code);

-- The two expressions of the totals that an Admin may edit.
CREATE TABLE totals_expressions (
  "key" TEXT PRIMARY KEY,
  expression TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT
);

INSERT INTO totals_expressions ("key", expression) VALUES
  ('total_point_1', 'direct_point + indirect_point_yes - mistake_point_n - mistake_point_t'),
  ('total_point_2', 'total_point_1 * pro_index');

-- ==================== Records ====================

-- `nani_keisuu` and `naniten` are other names of the complexity columns. `upsert_by`: 0 crawled, 1 made or edited by hand, 2 imported.
CREATE TABLE directs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  external_id TEXT,
  name TEXT,
  bukkenmei TEXT,
  user_id INTEGER,
  chekkusha_id INTEGER,
  chekkusha TEXT,
  customer_id INTEGER,
  tokuisakimei TEXT,
  work_category_id INTEGER,
  hacchyuu_naiyou TEXT,
  dept_id INTEGER,
  dept_grp_id INTEGER,
  uketsuke_hi TEXT,
  henkyaku_hi TEXT,
  tsubosuu REAL,
  complex_factor REAL,
  complex_point REAL,
  nani_keisuu REAL GENERATED ALWAYS AS (complex_factor) VIRTUAL,
  naniten REAL GENERATED ALWAYS AS (complex_point) VIRTUAL,
  sagyou_jikan INTEGER,
  chekkku_jikan INTEGER,
  standard_design_point REAL,
  standard_check_point REAL,
  result_design_point REAL,
  result_check_point REAL,
  scale_factor_code TEXT,
  scale_factor REAL,
  techousei TEXT,
  bikou TEXT,
  description TEXT,
  reference2 TEXT,
  reference3 TEXT,
  reference4 TEXT,
  reference5 TEXT,
  reference6 TEXT,
  bukken_koodo TEXT,
  kouji_koodo TEXT,
  hacchyuumoto TEXT,
  kakou_koujou TEXT,
  shiten TEXT,
  chiku TEXT,
  menseki REAL,
  kaisuu REAL,
  shiyou_masuta TEXT,
  kouhou TEXT,
  cad TEXT,
  kiso TEXT,
  kishu TEXT,
  tantousha TEXT,
  hosanin TEXT,
  hosawariai REAL,
  kibou_nouki TEXT,
  rank TEXT,
  kibo_keisuu REAL,
  tantou_guruubu TEXT,
  hagara TEXT,
  teisei_henkyaku_hi TEXT,
  sekkeitantou TEXT,
  sekkeibunya TEXT,
  keisanyou TEXT,
  nouhinbi TEXT,
  tracking_user TEXT,
  phase TEXT,
  label TEXT,
  complete_time TEXT,
  last_update TEXT,
  date_created TEXT,
  created_by TEXT,
  is_checked INTEGER NOT NULL DEFAULT 0,
  is_updated INTEGER NOT NULL DEFAULT 0,
  upsert_by INTEGER NOT NULL DEFAULT 1,
  calculated_at TEXT,
  calculation_id INTEGER,
  name_fold TEXT,
  name_sort TEXT,
  bukkenmei_fold TEXT,
  bukkenmei_sort TEXT,
  tokuisakimei_fold TEXT,
  hacchyuumoto_fold TEXT,
  hacchyuu_naiyou_fold TEXT
);
-- Not partial: it gives the order of the whole list too, and a unique index takes any number of empty values.
CREATE UNIQUE INDEX directs_external ON directs (external_id);
CREATE INDEX directs_name ON directs (name_sort);
CREATE INDEX directs_name_exact ON directs (name);
CREATE INDEX directs_bukkenmei ON directs (bukkenmei_sort);
CREATE INDEX directs_bukkenmei_exact ON directs (bukkenmei);
CREATE INDEX directs_tokuisakimei ON directs (tokuisakimei);
CREATE INDEX directs_hacchyuumoto ON directs (hacchyuumoto);
CREATE INDEX directs_hacchyuu_naiyou ON directs (hacchyuu_naiyou);
CREATE INDEX directs_henkyaku_hi ON directs (henkyaku_hi);
CREATE INDEX directs_customer ON directs (customer_id, henkyaku_hi);
CREATE INDEX directs_user ON directs (user_id, henkyaku_hi);
CREATE INDEX directs_chekkusha ON directs (chekkusha_id, henkyaku_hi);
CREATE INDEX directs_department ON directs (dept_id, henkyaku_hi);
CREATE INDEX directs_group ON directs (dept_grp_id, henkyaku_hi);
CREATE INDEX directs_category ON directs (work_category_id, henkyaku_hi);
CREATE INDEX directs_uketsuke_hi ON directs (uketsuke_hi);
CREATE INDEX directs_tsubosuu ON directs (tsubosuu);
CREATE INDEX directs_result_design_point ON directs (result_design_point);
CREATE INDEX directs_result_check_point ON directs (result_check_point);
CREATE INDEX directs_standard_design_point ON directs (standard_design_point);
CREATE INDEX directs_standard_check_point ON directs (standard_check_point);
CREATE INDEX directs_sagyou_jikan ON directs (sagyou_jikan);
CREATE INDEX directs_chekkku_jikan ON directs (chekkku_jikan);
CREATE INDEX directs_complex_factor ON directs (complex_factor);
CREATE INDEX directs_complex_point ON directs (complex_point);
CREATE INDEX directs_scale_factor_code ON directs (scale_factor_code);
CREATE INDEX directs_techousei ON directs (techousei);
CREATE INDEX directs_phase ON directs (phase);
CREATE INDEX directs_is_checked ON directs (is_checked, henkyaku_hi);
CREATE INDEX directs_is_updated ON directs (is_updated, henkyaku_hi);
CREATE INDEX directs_upsert_by ON directs (upsert_by, henkyaku_hi);
CREATE INDEX directs_created_at ON directs (created_at);
CREATE INDEX directs_updated_at ON directs (updated_at);
-- The totals of all customers read this index alone: a row of directs is wide.
CREATE INDEX directs_customer_area ON directs (customer_id, tsubosuu);

-- Substring search of directs. Its columns hold the folded texts, so the tokenizer compares exactly.
CREATE VIRTUAL TABLE directs_search USING fts5(
  name, bukkenmei, tokuisakimei, hacchyuumoto, hacchyuu_naiyou,
  content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER directs_search_insert AFTER INSERT ON directs BEGIN
  INSERT INTO directs_search (rowid, name, bukkenmei, tokuisakimei, hacchyuumoto, hacchyuu_naiyou)
  VALUES (NEW.id, NEW.name_fold, NEW.bukkenmei_fold, NEW.tokuisakimei_fold, NEW.hacchyuumoto_fold, NEW.hacchyuu_naiyou_fold);
END;

CREATE TRIGGER directs_search_update
AFTER UPDATE OF name_fold, bukkenmei_fold, tokuisakimei_fold, hacchyuumoto_fold, hacchyuu_naiyou_fold ON directs
WHEN OLD.name_fold IS NOT NEW.name_fold OR OLD.bukkenmei_fold IS NOT NEW.bukkenmei_fold
  OR OLD.tokuisakimei_fold IS NOT NEW.tokuisakimei_fold OR OLD.hacchyuumoto_fold IS NOT NEW.hacchyuumoto_fold
  OR OLD.hacchyuu_naiyou_fold IS NOT NEW.hacchyuu_naiyou_fold
BEGIN
  DELETE FROM directs_search WHERE rowid = OLD.id;
  INSERT INTO directs_search (rowid, name, bukkenmei, tokuisakimei, hacchyuumoto, hacchyuu_naiyou)
  VALUES (NEW.id, NEW.name_fold, NEW.bukkenmei_fold, NEW.tokuisakimei_fold, NEW.hacchyuumoto_fold, NEW.hacchyuu_naiyou_fold);
END;

CREATE TRIGGER directs_search_delete AFTER DELETE ON directs BEGIN
  DELETE FROM directs_search WHERE rowid = OLD.id;
END;

CREATE TABLE pro (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  user_id INTEGER NOT NULL,
  pro_point_id INTEGER NOT NULL,
  rate_at TEXT NOT NULL,
  note TEXT,
  is_checked INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX pro_user ON pro (user_id, rate_at);
CREATE INDEX pro_rate_at ON pro (rate_at);
CREATE INDEX pro_point_used ON pro (pro_point_id);

CREATE TABLE indirects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  user_id INTEGER NOT NULL,
  indirect_note_id INTEGER NOT NULL,
  rate_at TEXT NOT NULL,
  point REAL NOT NULL,
  indirect_point_type TEXT NOT NULL,
  note TEXT,
  is_checked INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX indirects_user ON indirects (user_id, rate_at);
CREATE INDEX indirects_rate_at ON indirects (rate_at);
CREATE INDEX indirects_note_used ON indirects (indirect_note_id);

CREATE TABLE mistakes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  user_id INTEGER NOT NULL,
  customer_id INTEGER,
  construction TEXT,
  rate_at TEXT NOT NULL,
  link_case TEXT,
  mistake TEXT NOT NULL,
  code_mistake TEXT,
  point REAL NOT NULL,
  detect_by TEXT NOT NULL,
  link_case_fold TEXT,
  mistake_fold TEXT,
  code_mistake_fold TEXT
);
CREATE INDEX mistakes_user ON mistakes (user_id, rate_at);
CREATE INDEX mistakes_rate_at ON mistakes (rate_at);
CREATE INDEX mistakes_customer ON mistakes (customer_id);

-- ==================== History and month locks ====================

-- At most one row, within one transaction: who writes. The history triggers read it.
CREATE TABLE write_context (
  id INTEGER PRIMARY KEY,
  user_id INTEGER,
  source TEXT NOT NULL,
  at TEXT NOT NULL,
  request_id TEXT
);

-- One row for each write of a recorded table, appended by its triggers; `entity` is the name of the table.
CREATE TABLE history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  action TEXT NOT NULL,
  user_id INTEGER,
  source TEXT NOT NULL,
  at TEXT NOT NULL,
  request_id TEXT,
  before TEXT,
  after TEXT
);
CREATE INDEX history_record ON history (entity, record_id, id);
CREATE INDEX history_user ON history (user_id, id);
CREATE INDEX history_at ON history (at);

-- How many rows each recorded table has: the total of a list without filters.
CREATE TABLE row_counts (
  entity TEXT PRIMARY KEY,
  "rows" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The months that were ever locked; `month` is YYYY-MM, status 1 means locked.
CREATE TABLE month_locks (
  month TEXT PRIMARY KEY,
  status INTEGER NOT NULL,
  user_id INTEGER,
  reason TEXT,
  at TEXT NOT NULL
);

-- Each lock and unlock, with the newest history id at that moment.
CREATE TABLE month_lock_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  month TEXT NOT NULL,
  status INTEGER NOT NULL,
  user_id INTEGER,
  reason TEXT,
  at TEXT NOT NULL,
  history_id INTEGER NOT NULL
);
CREATE INDEX month_lock_events_month ON month_lock_events (month, id);

-- The record that a create with an Idempotency-Key made, for 24 hours. A key is its sender's own.
CREATE TABLE idempotency_keys (
  "key" TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  entity TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, "key")
);
CREATE INDEX idempotency_keys_at ON idempotency_keys (at);

-- ==================== Accounts ====================

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT,
  user_agent TEXT,
  address TEXT
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE password_resets (
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
);
CREATE INDEX password_resets_user ON password_resets (user_id);

-- An attempt counts as a failure from before its password is hashed until it succeeds; `settled` says that it has failed.
CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL,
  at INTEGER NOT NULL,
  attempt TEXT,
  settled INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX login_failures_subject ON login_failures (subject, at);
CREATE INDEX login_failures_attempt ON login_failures (attempt);
CREATE INDEX login_failures_at ON login_failures (at);

CREATE TABLE sign_in_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  user_id INTEGER,
  session_id TEXT,
  address TEXT,
  user_agent TEXT
);
CREATE INDEX sign_in_events_user ON sign_in_events (user_id, id);
CREATE INDEX sign_in_events_at ON sign_in_events (at);
CREATE INDEX sign_in_events_kind ON sign_in_events (kind, id);

CREATE TABLE second_factors (
  user_id INTEGER PRIMARY KEY,
  secret TEXT NOT NULL,
  confirmed_at TEXT,
  last_step INTEGER NOT NULL DEFAULT 0,
  recovery_codes TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL
);

CREATE TABLE security_settings (
  key TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  updated_at TEXT NOT NULL
);

-- Until when a person may not sign in.
CREATE TABLE user_locks (
  user_id INTEGER PRIMARY KEY,
  start_time TEXT NOT NULL,
  end_time TEXT NOT NULL,
  reason TEXT,
  created_by INTEGER,
  created_at TEXT NOT NULL
);

-- What a person chose about a screen: one JSON value for each name.
CREATE TABLE user_preferences (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) WITHOUT ROWID;

-- ==================== Calculation runs ====================

-- Runs of the monthly calculation.
CREATE TABLE calculation_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  year INTEGER NOT NULL,
  month INTEGER NOT NULL,
  status TEXT NOT NULL,
  preview INTEGER NOT NULL DEFAULT 0,
  include_adjusted INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  rules_hash TEXT,
  source TEXT NOT NULL,
  requested_by INTEGER,
  step INTEGER NOT NULL DEFAULT 0,
  read_date TEXT NOT NULL DEFAULT '',
  read_id INTEGER NOT NULL DEFAULT 0,
  history_id INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  started_at TEXT,
  progress_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX calculation_runs_month ON calculation_runs (year, month, id);
-- A month has at most one active run.
CREATE UNIQUE INDEX calculation_runs_active ON calculation_runs (year, month) WHERE status IN ('queued', 'computing', 'publishing');

-- Only directs whose result differs from what they hold. `version` is the version of the direct when it was read.
CREATE TABLE calculation_results (
  run_id INTEGER NOT NULL,
  direct_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  scale_factor_code TEXT,
  scale_factor REAL,
  standard_design_point REAL,
  standard_check_point REAL,
  result_design_point REAL,
  result_check_point REAL,
  old_design_point REAL,
  old_check_point REAL,
  PRIMARY KEY (run_id, direct_id)
) WITHOUT ROWID;

-- Directs without a result; `issue` is JSON.
CREATE TABLE calculation_issues (
  run_id INTEGER NOT NULL,
  direct_id INTEGER NOT NULL,
  code TEXT NOT NULL,
  issue TEXT NOT NULL,
  PRIMARY KEY (run_id, direct_id)
) WITHOUT ROWID;

-- ==================== Queue ====================

-- The last error of each failed queue message; `dead_at` when the queue gave it up.
CREATE TABLE failed_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body_hash TEXT NOT NULL UNIQUE,
  type TEXT,
  body TEXT NOT NULL,
  error TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  failed_at TEXT NOT NULL,
  dead_at TEXT
);

-- ==================== Crawls of the source ====================

CREATE TABLE crawl_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  "full" INTEGER NOT NULL DEFAULT 0,
  requested_by INTEGER,
  updated_from TEXT,
  workflows TEXT NOT NULL,
  workflow INTEGER NOT NULL DEFAULT 0,
  page INTEGER NOT NULL DEFAULT 0,
  attempt INTEGER NOT NULL DEFAULT 1,
  mark TEXT,
  claim TEXT,
  total INTEGER,
  pages INTEGER NOT NULL DEFAULT 0,
  jobs INTEGER NOT NULL DEFAULT 0,
  inserted INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  warnings INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  message TEXT
);
-- One crawl at a time.
CREATE UNIQUE INDEX crawl_runs_active ON crawl_runs ((status IN ('queued', 'running'))) WHERE status IN ('queued', 'running');
CREATE INDEX crawl_runs_finished ON crawl_runs (finished_at);

-- What a crawl left out or could not place.
CREATE TABLE crawl_skipped (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  code TEXT NOT NULL,
  direct_id INTEGER,
  external_id TEXT,
  name TEXT,
  "column" TEXT,
  field TEXT,
  value TEXT,
  reason TEXT NOT NULL
);
CREATE INDEX crawl_skipped_run ON crawl_skipped (run_id, id);

-- How far each workflow was read.
CREATE TABLE crawl_cursors (
  workflow_id TEXT PRIMARY KEY,
  "cursor" INTEGER NOT NULL
);

-- At most one row: the day of the next crawl of everything.
CREATE TABLE crawl_sync_date (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  date TEXT NOT NULL,
  requested_by INTEGER
);

-- ==================== Imports of workbooks ====================

-- `history_id` is the last write that the staged rows were compared with; `plan` is what the write step needs, as JSON.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity TEXT NOT NULL,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  file_name TEXT NOT NULL,
  requested_by INTEGER NOT NULL,
  claim TEXT,
  total INTEGER,
  done INTEGER NOT NULL DEFAULT 0,
  inserted INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  created_at TEXT NOT NULL,
  progress_at TEXT NOT NULL,
  finished_at TEXT,
  plan TEXT,
  history_id INTEGER
);
CREATE INDEX imports_owner ON imports (requested_by, entity, id);

-- The rows that an import writes in one transaction, in the order of their dates: most indexes of the records go by date.
CREATE TABLE import_rows (
  import_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  target_id INTEGER,
  target_version INTEGER,
  "values" TEXT NOT NULL,
  dated TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (import_id, "row")
);
CREATE INDEX import_rows_order ON import_rows (import_id, dated, "row", target_id, target_version);

-- Rows about to be written that may not be; filled and emptied within one transaction.
CREATE TABLE import_conflicts (
  import_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (import_id, "row")
) WITHOUT ROWID;

CREATE TABLE import_errors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  "column" TEXT,
  message TEXT NOT NULL
);
CREATE INDEX import_errors_order ON import_errors (import_id, "row", id);
