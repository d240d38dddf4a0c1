CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  name_fold TEXT,
  name_sort TEXT
);

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

CREATE TABLE idempotency_keys (
  "key" TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  entity TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  at INTEGER NOT NULL
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

CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL,
  at INTEGER NOT NULL
);

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

CREATE TABLE month_lock_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  month TEXT NOT NULL,
  status INTEGER NOT NULL,
  user_id INTEGER,
  reason TEXT,
  at TEXT NOT NULL,
  history_id INTEGER NOT NULL
);

CREATE TABLE month_locks (
  month TEXT PRIMARY KEY,
  status INTEGER NOT NULL,
  user_id INTEGER,
  reason TEXT,
  at TEXT NOT NULL
);

CREATE TABLE password_resets (
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
);

CREATE TABLE positions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  name TEXT NOT NULL,
  name_fold TEXT,
  name_sort TEXT
);

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

CREATE TABLE pro_point (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT,
  updated_at TEXT,
  point REAL NOT NULL,
  "desc" TEXT NOT NULL,
  desc_fold TEXT
);

CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  successor TEXT
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

CREATE TABLE totals_expressions (
  "key" TEXT PRIMARY KEY,
  expression TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT
);

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

CREATE TABLE user_locks (
  user_id INTEGER PRIMARY KEY,
  start_time TEXT NOT NULL,
  end_time TEXT NOT NULL,
  reason TEXT,
  created_by INTEGER,
  created_at TEXT NOT NULL
);

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

CREATE TABLE write_context (
  id INTEGER PRIMARY KEY,
  user_id INTEGER,
  source TEXT NOT NULL,
  at TEXT NOT NULL,
  request_id TEXT
);
