-- The whole schema, by subject. The triggers that record history, keep counts and guard locked months and checked records are not here:
-- worker/platform/db/triggers makes them from the contracts at every migration.

-- ==================== Organisation ====================

CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, name_fold TEXT, name_sort TEXT, name_key TEXT
);
CREATE UNIQUE INDEX companies_name_key ON companies (name_key);

CREATE TABLE departments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, code TEXT NOT NULL, note TEXT, name_fold TEXT, name_sort TEXT, code_fold TEXT, name_key TEXT,
  code_key TEXT, note_sort TEXT
);
CREATE INDEX departments_name ON departments (name_sort);
CREATE UNIQUE INDEX departments_name_key ON departments (name_key);
CREATE UNIQUE INDEX departments_code_key ON departments (code_key);

CREATE TABLE department_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  group_name TEXT NOT NULL, note TEXT, dept_id INTEGER NOT NULL, group_name_fold TEXT, group_name_sort TEXT,
  group_name_key TEXT, note_sort TEXT
);
CREATE INDEX department_groups_department ON department_groups (dept_id);
CREATE INDEX department_groups_name ON department_groups (group_name_sort);
CREATE UNIQUE INDEX department_groups_group_name_key ON department_groups (dept_id, group_name_key);

CREATE TABLE positions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, name_fold TEXT, name_sort TEXT, name_key TEXT
);
CREATE UNIQUE INDEX positions_name_key ON positions (name_key);

-- `name_key`: names and codes that no two records share: `x_key` is x letter for letter, but for case, width and spaces.
CREATE TABLE roles (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, name_fold TEXT, name_sort TEXT, name_key TEXT
);
CREATE UNIQUE INDEX roles_name_key ON roles (name_key);

-- `role_ids` is a JSON array of role ids. A column `x_fold` holds the text of x as it is searched, `x_sort` as it is sorted.
-- `area_sort`: texts that lists are sorted by: `x_sort` is x in the order of the Vietnamese alphabet.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  username TEXT NOT NULL, name TEXT NOT NULL, email TEXT, phone_number TEXT, employee_code TEXT, area TEXT,
  first_name TEXT, last_name TEXT, position_id INTEGER, company_id INTEGER, department_id INTEGER, dept_grp_id INTEGER,
  role_ids TEXT NOT NULL DEFAULT '[]',
  code TEXT, active INTEGER NOT NULL DEFAULT 1, avatar TEXT, password TEXT, username_fold TEXT, name_fold TEXT,
  name_sort TEXT, email_fold TEXT, employee_code_fold TEXT, code_fold TEXT, area_sort TEXT, first_name_sort TEXT,
  last_name_sort TEXT
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
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT, code TEXT,
  name TEXT NOT NULL, fax TEXT, phone_number TEXT, address TEXT, receipt_date TEXT,
  work_category TEXT NOT NULL DEFAULT '[]',
  is_merchant INTEGER, merchant_id INTEGER, is_updated INTEGER NOT NULL DEFAULT 0, code_fold TEXT, name_fold TEXT,
  name_sort TEXT, code_key TEXT, address_sort TEXT
);
CREATE INDEX customers_name ON customers (name_sort);
CREATE INDEX customers_name_fold ON customers (name_fold);
CREATE INDEX customers_code_fold ON customers (code_fold);
CREATE UNIQUE INDEX customers_code_key ON customers (code_key);

CREATE TRIGGER customers_alias_rename AFTER UPDATE OF name ON customers WHEN OLD.name <> NEW.name BEGIN
  INSERT OR IGNORE INTO crawl_aliases (kind, text, text_fold, target_id) VALUES ('customer', OLD.name, OLD.name_fold, OLD.id);
END;

CREATE TABLE work_categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  work_name TEXT NOT NULL, department_id INTEGER, work_name_fold TEXT, work_name_sort TEXT, work_name_key TEXT
);
CREATE INDEX work_categories_name ON work_categories (work_name_sort);
CREATE UNIQUE INDEX work_categories_work_name_key ON work_categories (work_name_key);

CREATE TABLE contractors (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, code TEXT, phone TEXT, email TEXT, fax TEXT, tax_code TEXT, address TEXT, note TEXT,
  name_fold TEXT, name_sort TEXT, code_fold TEXT, email_fold TEXT, tax_code_fold TEXT, code_key TEXT, address_sort TEXT,
  note_sort TEXT
);
CREATE INDEX contractors_name ON contractors (name_sort);
CREATE UNIQUE INDEX contractors_code_key ON contractors (code_key);

CREATE TABLE constructions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, contractor_id INTEGER NOT NULL, start_at TEXT, note TEXT, name_fold TEXT, name_sort TEXT,
  note_sort TEXT
);
CREATE INDEX constructions_name ON constructions (name_sort);
CREATE INDEX constructions_contractor ON constructions (contractor_id);

CREATE TABLE pro_point (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  point REAL NOT NULL, "desc" TEXT NOT NULL, desc_fold TEXT, desc_key TEXT, desc_sort TEXT
);
CREATE UNIQUE INDEX pro_point_desc_key ON pro_point (point, desc_key);

CREATE TABLE indirect_note (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  content TEXT NOT NULL, content_fold TEXT, content_sort TEXT, content_key TEXT
);
CREATE INDEX indirect_note_content ON indirect_note (content_sort);
CREATE UNIQUE INDEX indirect_note_content_key ON indirect_note (content_key);

-- ==================== Rules of the calculation ====================

-- `valid_from`: the month (YYYY-MM) from which a version of a rule counts; empty: always. Of each rule the newest version that has begun is in force.
-- `scale_code_key`: codes of rules are told apart as names are: letter for letter, but for case, width and spaces, as the calculation does.
CREATE TABLE standards (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  customer_id INTEGER NOT NULL, work_category_id INTEGER NOT NULL, standard_design_point REAL NOT NULL,
  standard_check_point REAL NOT NULL, scale_code TEXT NOT NULL, tsubo_id INTEGER, rank TEXT, level TEXT,
  point_design REAL, point_check REAL, unit REAL, total_time_allowed REAL, keisanyou TEXT, dept_id INTEGER, note TEXT,
  scale_code_fold TEXT, valid_from TEXT NOT NULL DEFAULT '', scale_code_key TEXT
);
CREATE INDEX standards_category ON standards (work_category_id);
CREATE INDEX standards_dated ON standards (customer_id, work_category_id, valid_from) WHERE valid_from <> '';
CREATE UNIQUE INDEX standards_version ON standards (customer_id, work_category_id, valid_from);

-- `copied_from`: a row of a later version of a table follows from a row of the first one, which a standard may name.
CREATE TABLE tsubos (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  scale_factor_code TEXT NOT NULL, scale_factor REAL, standard_design_point REAL, standard_check_point REAL,
  complexity_factor REAL, scale_limit_from REAL, scale_limit_to REAL, scale_equal_to REAL, condition_variable TEXT,
  description TEXT, scale_factor_code_fold TEXT, description_fold TEXT, valid_from TEXT NOT NULL DEFAULT '',
  copied_from INTEGER, scale_factor_code_key TEXT
);
CREATE INDEX tsubos_code ON tsubos (scale_factor_code);
CREATE INDEX tsubos_origin ON tsubos (ifnull(copied_from, id));
CREATE INDEX tsubos_dated ON tsubos (ifnull(scale_factor_code_key, lower(scale_factor_code)), valid_from) WHERE valid_from <> '';

CREATE TABLE formula_base_points (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  scale_code TEXT NOT NULL, condition_variable TEXT, condition_operator TEXT, condition_param TEXT,
  condition_variable1 TEXT, condition_operator1 TEXT, condition_param1 TEXT, base_point1 TEXT, base_point2 TEXT,
  base_point3 TEXT, base_point4 TEXT, base_point5 TEXT, base_point6 TEXT, scale_code_fold TEXT,
  valid_from TEXT NOT NULL DEFAULT '', copied_from INTEGER, scale_code_key TEXT
);
CREATE INDEX formula_base_points_code ON formula_base_points (scale_code);
CREATE INDEX formula_base_points_dated ON formula_base_points (ifnull(scale_code_key, lower(scale_code)), valid_from) WHERE valid_from <> '';

CREATE TABLE formula_results (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  scale_code TEXT NOT NULL, result_design_formula TEXT, result_check_formula TEXT, description TEXT,
  scale_code_fold TEXT, description_fold TEXT, valid_from TEXT NOT NULL DEFAULT '', scale_code_key TEXT
);
CREATE UNIQUE INDEX formula_results_version ON formula_results (scale_code_key, valid_from);
CREATE INDEX formula_results_code ON formula_results (scale_code);
CREATE INDEX formula_results_dated ON formula_results (ifnull(scale_code_key, lower(scale_code)), valid_from) WHERE valid_from <> '';

-- A version of an expression is a row of its own, so the key of the table takes the month in. The history names rows by their rowid.
CREATE TABLE totals_expressions (
  "key" TEXT NOT NULL, valid_from TEXT NOT NULL DEFAULT '', expression TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1, updated_at TEXT,
  PRIMARY KEY ("key", valid_from)
);

INSERT INTO totals_expressions ("key", expression) VALUES
  ('total_point_1', 'direct_point + indirect_point_yes - mistake_point_n - mistake_point_t'),
  ('total_point_2', 'total_point_1 * pro_index');

-- ==================== Records ====================

-- `nani_keisuu` and `naniten` are other names of the complexity columns. `upsert_by`: 0 crawled, 1 made or edited by hand, 2 imported.
-- `adjust_reason`: why the points of a direct were set by hand.
-- `external_id_key`: a job is known by the key of its source id: letter for letter, but for case, width and spaces.
CREATE TABLE directs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  external_id TEXT, name TEXT, bukkenmei TEXT, user_id INTEGER, chekkusha_id INTEGER, chekkusha TEXT,
  customer_id INTEGER, tokuisakimei TEXT, work_category_id INTEGER, hacchyuu_naiyou TEXT, dept_id INTEGER,
  dept_grp_id INTEGER, uketsuke_hi TEXT, henkyaku_hi TEXT, tsubosuu REAL, complex_factor REAL, complex_point REAL,
  nani_keisuu REAL GENERATED ALWAYS AS (complex_factor) VIRTUAL,
  naniten REAL GENERATED ALWAYS AS (complex_point) VIRTUAL,
  sagyou_jikan INTEGER, chekkku_jikan INTEGER, standard_design_point REAL, standard_check_point REAL,
  result_design_point REAL, result_check_point REAL, scale_factor_code TEXT, scale_factor REAL, techousei TEXT,
  bikou TEXT, description TEXT, reference2 TEXT, reference3 TEXT, reference4 TEXT, reference5 TEXT, reference6 TEXT,
  bukken_koodo TEXT, kouji_koodo TEXT, hacchyuumoto TEXT, kakou_koujou TEXT, shiten TEXT, chiku TEXT, menseki REAL,
  kaisuu REAL, shiyou_masuta TEXT, kouhou TEXT, cad TEXT, kiso TEXT, kishu TEXT, tantousha TEXT, hosanin TEXT,
  hosawariai REAL, kibou_nouki TEXT, rank TEXT, kibo_keisuu REAL, tantou_guruubu TEXT, hagara TEXT,
  teisei_henkyaku_hi TEXT, sekkeitantou TEXT, sekkeibunya TEXT, keisanyou TEXT, nouhinbi TEXT, tracking_user TEXT,
  phase TEXT, label TEXT, complete_time TEXT, last_update TEXT, date_created TEXT, created_by TEXT,
  is_checked INTEGER NOT NULL DEFAULT 0, is_updated INTEGER NOT NULL DEFAULT 0, upsert_by INTEGER NOT NULL DEFAULT 1,
  calculated_at TEXT, calculation_id INTEGER, name_fold TEXT, name_sort TEXT, bukkenmei_fold TEXT, bukkenmei_sort TEXT,
  tokuisakimei_fold TEXT, hacchyuumoto_fold TEXT, hacchyuu_naiyou_fold TEXT, adjust_reason TEXT, external_id_key TEXT
);
CREATE INDEX directs_name ON directs (name_sort);
CREATE INDEX directs_name_exact ON directs (name);
CREATE INDEX directs_bukkenmei ON directs (bukkenmei_sort);
CREATE INDEX directs_bukkenmei_exact ON directs (bukkenmei);
CREATE INDEX directs_tokuisakimei ON directs (tokuisakimei);
CREATE INDEX directs_hacchyuumoto ON directs (hacchyuumoto);
CREATE INDEX directs_hacchyuu_naiyou ON directs (hacchyuu_naiyou);
CREATE INDEX directs_henkyaku_hi ON directs (henkyaku_hi);
CREATE INDEX directs_customer ON directs (customer_id, henkyaku_hi);
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
CREATE INDEX directs_user ON directs (user_id, henkyaku_hi, bukkenmei, name);
-- Few texts hold an image: those that do are found without reading all the others.
CREATE INDEX directs_with_images ON directs (id) WHERE instr(description, '/api/v1/files/') > 0;
-- All searched texts of a direct in one narrow index: parts of one or two characters, which the search table does not know, are found by reading it
-- instead of the wide rows.
CREATE INDEX directs_texts ON directs (name_fold, bukkenmei_fold, tokuisakimei_fold, hacchyuumoto_fold, hacchyuu_naiyou_fold);
-- Jobs of a related record in the order of their ids: a list in the order of its names sorts nothing, however far the page.
CREATE INDEX directs_customer_only ON directs (customer_id);
CREATE INDEX directs_category_only ON directs (work_category_id);
CREATE INDEX directs_user_only ON directs (user_id);
CREATE INDEX directs_chekkusha_only ON directs (chekkusha_id);
CREATE INDEX directs_group_only ON directs (dept_grp_id);
-- Not partial: it gives the order of the whole list too, and a unique index takes any number of empty values.
CREATE UNIQUE INDEX directs_external ON directs (external_id_key);
-- Only those that are like an earlier one, for which the index of the keys has no place; none of the directs that are written.
CREATE INDEX directs_external_alike ON directs (external_id) WHERE ifnull(external_id_key, '') = '' AND external_id IS NOT NULL;

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

-- Once an Admin asks for it, points are set by hand only with a reason, whatever path they come by.
CREATE TRIGGER directs_adjust_reason BEFORE UPDATE OF result_design_point, result_check_point ON directs
WHEN NEW.is_updated = 1 AND ifnull(NEW.adjust_reason, '') = ''
  AND (NEW.result_design_point IS NOT OLD.result_design_point OR NEW.result_check_point IS NOT OLD.result_check_point)
  AND EXISTS (SELECT 1 FROM office_settings WHERE key = 'adjust_reason_required' AND value = 1)
  AND EXISTS (SELECT 1 FROM write_context WHERE source IN ('screen', 'import'))
BEGIN
  SELECT RAISE(ABORT, 'reason_required');
END;

-- Substring search of directs. Its columns hold the folded texts, so the tokenizer compares exactly.
CREATE VIRTUAL TABLE directs_search USING fts5(
  name, bukkenmei, tokuisakimei, hacchyuumoto, hacchyuu_naiyou,
  content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE pro (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  user_id INTEGER NOT NULL, pro_point_id INTEGER NOT NULL, rate_at TEXT NOT NULL, note TEXT,
  is_checked INTEGER NOT NULL DEFAULT 0, note_sort TEXT
);
CREATE INDEX pro_user ON pro (user_id, rate_at);
CREATE INDEX pro_rate_at ON pro (rate_at);
CREATE INDEX pro_point_used ON pro (pro_point_id);

CREATE TABLE indirects (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  user_id INTEGER NOT NULL, indirect_note_id INTEGER NOT NULL, rate_at TEXT NOT NULL, point REAL NOT NULL,
  indirect_point_type TEXT NOT NULL, note TEXT, is_checked INTEGER NOT NULL DEFAULT 0, note_sort TEXT
);
CREATE INDEX indirects_user ON indirects (user_id, rate_at);
CREATE INDEX indirects_rate_at ON indirects (rate_at);
CREATE INDEX indirects_note_used ON indirects (indirect_note_id);

CREATE TABLE mistakes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  user_id INTEGER NOT NULL, customer_id INTEGER, construction TEXT, rate_at TEXT NOT NULL, link_case TEXT,
  mistake TEXT NOT NULL, code_mistake TEXT, point REAL NOT NULL, detect_by TEXT NOT NULL, link_case_fold TEXT,
  mistake_fold TEXT, code_mistake_fold TEXT, construction_sort TEXT, link_case_sort TEXT, mistake_sort TEXT
);
CREATE INDEX mistakes_user ON mistakes (user_id, rate_at);
CREATE INDEX mistakes_rate_at ON mistakes (rate_at);
CREATE INDEX mistakes_customer ON mistakes (customer_id);

-- ==================== History and month locks ====================

-- At most one row, within one transaction: who writes. The history triggers read it.
-- `question_id`: a write that mends what a question asked about.
-- `accepted_cases`: a write of rules that changes what examples come to says which ones its writer accepted.
CREATE TABLE write_context (
  id INTEGER PRIMARY KEY,
  user_id INTEGER, source TEXT NOT NULL, at TEXT NOT NULL, request_id TEXT, question_id INTEGER, accepted_cases TEXT
);

CREATE TRIGGER operations_record BEFORE DELETE ON write_context WHEN OLD.request_id IS NOT NULL
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, entity, created, updated, deleted, last_history_id)
  SELECT request_id, user_id, source, at, entity, SUM(action = 'insert'), SUM(action = 'update'), SUM(action = 'delete'), MAX(id)
  FROM history WHERE request_id = OLD.request_id
    AND id > ifnull((SELECT last_history_id FROM operations WHERE request_id = OLD.request_id), 0)
  GROUP BY request_id
  ON CONFLICT (request_id) DO UPDATE SET entity = ifnull(entity, excluded.entity), created = created + excluded.created,
    updated = updated + excluded.updated, deleted = deleted + excluded.deleted, last_history_id = excluded.last_history_id;
END;

-- One row for each write of a recorded table, appended by its triggers; `entity` is the name of the table.
CREATE TABLE history (
  id INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, record_id INTEGER NOT NULL, action TEXT NOT NULL,
  user_id INTEGER, source TEXT NOT NULL, at TEXT NOT NULL, request_id TEXT, before TEXT, after TEXT,
  question_id INTEGER, accepted_cases TEXT
);
CREATE INDEX history_record ON history (entity, record_id, id);
CREATE INDEX history_user ON history (user_id, id);
CREATE INDEX history_at ON history (at);
CREATE INDEX history_question ON history (question_id) WHERE question_id IS NOT NULL;
CREATE INDEX history_with_images ON history (id)
  WHERE entity = 'directs' AND (instr(before, '/api/v1/files/') > 0 OR instr(after, '/api/v1/files/') > 0);
-- The newest change of a rule is looked for from the end.
CREATE INDEX history_of_rules ON history (id) WHERE entity IN ('standards', 'tsubos', 'formula_base_points', 'formula_results');
-- An operation is what one request wrote: its history rows are found together.
CREATE INDEX history_request ON history (request_id) WHERE request_id IS NOT NULL;

-- How many rows each recorded table has: the total of a list without filters.
CREATE TABLE row_counts (
  entity TEXT PRIMARY KEY,
  "rows" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The months that were ever locked; `month` is YYYY-MM, status 1 means locked.
-- `seal_id`: the seal that a locked month is read from; until when a month that is being locked refuses writes already.
CREATE TABLE month_locks (
  month TEXT PRIMARY KEY,
  status INTEGER NOT NULL, user_id INTEGER, reason TEXT, at TEXT NOT NULL,
  seal_id INTEGER REFERENCES month_seals (id),
  closing_until TEXT
);
-- Asked by every write of what all months follow from: whether a month is being locked.
CREATE INDEX month_locks_closing ON month_locks (closing_until) WHERE closing_until IS NOT NULL;

-- Each lock and unlock, with the newest history id at that moment.
-- `seal_id`: the seal that a lock made or an unlock ended; the review's open points at the lock, as JSON.
CREATE TABLE month_lock_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, month TEXT NOT NULL, status INTEGER NOT NULL, user_id INTEGER, reason TEXT,
  at TEXT NOT NULL, history_id INTEGER NOT NULL,
  seal_id INTEGER REFERENCES month_seals (id),
  open_points TEXT
);
CREATE INDEX month_lock_events_month ON month_lock_events (month, id);
CREATE INDEX month_lock_events_seal ON month_lock_events (seal_id);

CREATE TRIGGER month_lock_events_act AFTER INSERT ON month_lock_events
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'month_locks' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;

-- The record that a create with an Idempotency-Key made, for 24 hours. A key is its sender's own.
CREATE TABLE idempotency_keys (
  "key" TEXT NOT NULL, user_id INTEGER NOT NULL, entity TEXT NOT NULL, body_hash TEXT NOT NULL,
  record_id INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (user_id, "key")
);
CREATE INDEX idempotency_keys_at ON idempotency_keys (at);

-- ==================== Accounts ====================

-- `confirmed_at`: when the person of a session last proved who they are, beyond holding a token. Epoch seconds.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL, created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  ended_at INTEGER, end_reason TEXT, user_agent TEXT, address TEXT, confirmed_at INTEGER
);
CREATE INDEX sessions_user ON sessions (user_id);

-- Whoever signs out, or in again on the same device, has done nothing that anybody looks for.
CREATE TRIGGER sessions_act AFTER UPDATE OF ended_at ON sessions
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.end_reason NOT IN ('logout', 'signed_in_again', 'refresh_reuse')
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'sessions' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;

-- `used_address`: from where a refresh token was used first: the same token from another address within the grace time is told to its owner.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER, used_address TEXT
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE password_resets (
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER
);
CREATE INDEX password_resets_user ON password_resets (user_id);

-- An attempt counts as a failure from before its password is hashed until it succeeds; `settled` says that it has failed.
CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL, at INTEGER NOT NULL, attempt TEXT,
  settled INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX login_failures_subject ON login_failures (subject, at);
CREATE INDEX login_failures_attempt ON login_failures (attempt);
CREATE INDEX login_failures_at ON login_failures (at);

-- `actor_id`: who did it, where that is somebody else than the account's owner.
CREATE TABLE sign_in_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, kind TEXT NOT NULL, user_id INTEGER, session_id TEXT,
  address TEXT, user_agent TEXT, actor_id INTEGER
);
CREATE INDEX sign_in_events_user ON sign_in_events (user_id, id);
CREATE INDEX sign_in_events_at ON sign_in_events (at);
CREATE INDEX sign_in_events_kind ON sign_in_events (kind, id);

CREATE TABLE second_factors (
  user_id INTEGER PRIMARY KEY,
  secret TEXT NOT NULL, confirmed_at TEXT, last_step INTEGER NOT NULL DEFAULT 0,
  recovery_codes TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL
);

CREATE TRIGGER second_factors_act_on AFTER UPDATE OF confirmed_at ON second_factors WHEN OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'second_factors' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER second_factors_act_off AFTER DELETE ON second_factors WHEN OLD.confirmed_at IS NOT NULL
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'second_factors' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;

-- Until when a person may not sign in.
CREATE TABLE user_locks (
  user_id INTEGER PRIMARY KEY,
  start_time TEXT NOT NULL, end_time TEXT NOT NULL, reason TEXT, created_by INTEGER, created_at TEXT NOT NULL
);

-- What a person chose about a screen: one JSON value for each name.
CREATE TABLE user_preferences (
  user_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) WITHOUT ROWID;

-- ==================== Calculation runs ====================

-- Runs of the monthly calculation.
-- `kept_points`: what a run did with the month's directs: with those it computed, together all that the month has.
CREATE TABLE calculation_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, year INTEGER NOT NULL, month INTEGER NOT NULL, status TEXT NOT NULL,
  preview INTEGER NOT NULL DEFAULT 0, include_adjusted INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0, message TEXT,
  rules_hash TEXT, source TEXT NOT NULL, requested_by INTEGER, read_date TEXT NOT NULL DEFAULT '',
  read_id INTEGER NOT NULL DEFAULT 0, history_id INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, started_at TEXT,
  progress_at TEXT NOT NULL, finished_at TEXT, claim TEXT, lease_until INTEGER NOT NULL DEFAULT 0,
  kept_points INTEGER NOT NULL DEFAULT 0, edited_meanwhile INTEGER NOT NULL DEFAULT 0,
  skipped_checked INTEGER NOT NULL DEFAULT 0, skipped_without_points INTEGER NOT NULL DEFAULT 0,
  skipped_adjusted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX calculation_runs_month ON calculation_runs (year, month, id);
-- A month has at most one active run.
CREATE UNIQUE INDEX calculation_runs_active ON calculation_runs (year, month) WHERE status IN ('queued', 'computing', 'publishing');

-- Only directs whose result differs from what they hold. `version` is the version of the direct when it was read.
CREATE TABLE calculation_results (
  run_id INTEGER NOT NULL, direct_id INTEGER NOT NULL, version INTEGER NOT NULL, scale_factor_code TEXT,
  scale_factor REAL, standard_design_point REAL, standard_check_point REAL, result_design_point REAL,
  result_check_point REAL, old_design_point REAL, old_check_point REAL,
  PRIMARY KEY (run_id, direct_id)
) WITHOUT ROWID;

-- Directs without a result; `issue` is JSON.
CREATE TABLE calculation_issues (
  run_id INTEGER NOT NULL, direct_id INTEGER NOT NULL, code TEXT NOT NULL, issue TEXT NOT NULL,
  PRIMARY KEY (run_id, direct_id)
) WITHOUT ROWID;

-- ==================== Queue ====================

-- The last error of each failed queue message; `dead_at` when the queue gave it up.
-- `settled_at`: when an Admin settled a job that the queue gave up.
CREATE TABLE failed_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body_hash TEXT NOT NULL UNIQUE,
  type TEXT, body TEXT NOT NULL, error TEXT, attempts INTEGER NOT NULL DEFAULT 0, failed_at TEXT NOT NULL, dead_at TEXT,
  settled_at TEXT
);

-- ==================== Crawls of the source ====================

-- `settings`: a crawl and a comparison read all their pages by the settings of their start.
CREATE TABLE crawl_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, finished_at TEXT, kind TEXT NOT NULL, status TEXT NOT NULL,
  "full" INTEGER NOT NULL DEFAULT 0, requested_by INTEGER, updated_from TEXT, workflows TEXT NOT NULL,
  workflow INTEGER NOT NULL DEFAULT 0, page INTEGER NOT NULL DEFAULT 0, attempt INTEGER NOT NULL DEFAULT 1, mark TEXT,
  claim TEXT, total INTEGER, pages INTEGER NOT NULL DEFAULT 0, jobs INTEGER NOT NULL DEFAULT 0,
  inserted INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0, unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0, warnings INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
  message TEXT, lease_until INTEGER NOT NULL DEFAULT 0, settings TEXT
);
-- One crawl at a time.
CREATE UNIQUE INDEX crawl_runs_active ON crawl_runs ((status IN ('queued', 'running'))) WHERE status IN ('queued', 'running');
CREATE INDEX crawl_runs_finished ON crawl_runs (finished_at);

-- What a crawl left out or could not place.
CREATE TABLE crawl_skipped (
  id INTEGER PRIMARY KEY AUTOINCREMENT, run_id INTEGER NOT NULL, kind TEXT NOT NULL, code TEXT NOT NULL,
  direct_id INTEGER, external_id TEXT, name TEXT, "column" TEXT, field TEXT, value TEXT, reason TEXT NOT NULL
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
  date TEXT NOT NULL, requested_by INTEGER
);

-- ==================== Imports of workbooks ====================

-- `history_id` is the last write that the staged rows were compared with; `plan` is what the write step needs, as JSON.
-- `sheet`: the sheet that was asked for, and whether the import only says what it would do.
-- `accept_broken`: `broken_cases` is JSON of the examples that an import of rules would break, or broke as its person accepted.
-- `create_missing`: whether an import makes the records whose names no record has, before it writes its rows.
-- `ending`: of an import that writes all rows or nothing and has to take back what it wrote: JSON of how it ends then, and how far it is.
-- `written_dated`: the place behind which the rows of an import are still to be written, in the order of their days and rows.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, mode TEXT NOT NULL, status TEXT NOT NULL,
  file_name TEXT NOT NULL, requested_by INTEGER NOT NULL, claim TEXT, total INTEGER, done INTEGER NOT NULL DEFAULT 0,
  inserted INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
  message TEXT, created_at TEXT NOT NULL, progress_at TEXT NOT NULL, finished_at TEXT, plan TEXT, history_id INTEGER,
  lease_until INTEGER NOT NULL DEFAULT 0, sheet TEXT, dry_run INTEGER NOT NULL DEFAULT 0,
  accept_broken INTEGER NOT NULL DEFAULT 0, broken_cases TEXT, create_missing INTEGER NOT NULL DEFAULT 0, ending TEXT,
  written_dated TEXT NOT NULL DEFAULT '', written_row INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX imports_owner ON imports (requested_by, entity, id);

-- The rows that an import writes in one transaction, in the order of their dates: most indexes of the records go by date.
CREATE TABLE import_rows (
  import_id INTEGER NOT NULL, "row" INTEGER NOT NULL, target_id INTEGER, target_version INTEGER, "values" TEXT NOT NULL,
  dated TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (import_id, "row")
);
CREATE INDEX import_rows_order ON import_rows (import_id, dated, "row", target_id, target_version);

-- Rows about to be written that may not be; filled and emptied within one transaction.
CREATE TABLE import_conflicts (
  import_id INTEGER NOT NULL, "row" INTEGER NOT NULL, problem TEXT NOT NULL,
  PRIMARY KEY (import_id, "row")
) WITHOUT ROWID;

CREATE TABLE import_errors (
  id INTEGER PRIMARY KEY AUTOINCREMENT, import_id INTEGER NOT NULL, "row" INTEGER NOT NULL, "column" TEXT,
  message TEXT NOT NULL
);
CREATE INDEX import_errors_order ON import_errors (import_id, "row", id);

-- Addresses that wait for the link mailed to them to be opened, by the SHA-256 of the link's token.
CREATE TABLE email_changes (
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL, email TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
);
CREATE INDEX email_changes_user ON email_changes (user_id);

-- Ids that a crawl has seen, so that pages that shift while they are read are noticed.
CREATE TABLE crawl_seen (
  run_id INTEGER NOT NULL, workflow INTEGER NOT NULL, external_id TEXT NOT NULL, pass INTEGER NOT NULL,
  PRIMARY KEY (run_id, workflow, external_id)
) WITHOUT ROWID;

-- What the crawl keeps beside the directs goes by the same key. The ids of the source are plain numbers, so theirs is made here.
CREATE TABLE crawl_waiting (
  id INTEGER PRIMARY KEY AUTOINCREMENT, external_id TEXT NOT NULL,
  external_id_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL, henkyaku_hi TEXT, direct_id INTEGER, reason TEXT NOT NULL, month TEXT, since TEXT NOT NULL,
  job TEXT NOT NULL, operation_id INTEGER
);
CREATE INDEX crawl_waiting_month ON crawl_waiting (month);
CREATE INDEX crawl_waiting_operation ON crawl_waiting (operation_id) WHERE operation_id IS NOT NULL;

-- Names by which the source goes on calling a customer or a person who is called otherwise here.
CREATE TABLE crawl_aliases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'person')),
  text TEXT NOT NULL, text_fold TEXT NOT NULL, target_id INTEGER NOT NULL, text_key TEXT, assigned_by INTEGER,
  assigned_at TEXT,
  UNIQUE (kind, text, target_id)
);
CREATE UNIQUE INDEX crawl_aliases_assigned ON crawl_aliases (kind, text_key) WHERE assigned_by IS NOT NULL;

CREATE TABLE month_seals (
  id INTEGER PRIMARY KEY AUTOINCREMENT, month TEXT NOT NULL, version INTEGER NOT NULL, sealed_at TEXT NOT NULL,
  sealed_by INTEGER, late INTEGER NOT NULL DEFAULT 0, history_id INTEGER NOT NULL, total_point_1 TEXT NOT NULL,
  total_point_2 TEXT NOT NULL, previous_sha256 TEXT,
  sha256 TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  UNIQUE (month, version)
) STRICT;

CREATE TABLE month_seal_rows (
  id INTEGER PRIMARY KEY,
  seal_id INTEGER NOT NULL REFERENCES month_seals (id),
  kind TEXT NOT NULL, user_id INTEGER, dept_id INTEGER, dept_grp_id INTEGER, name_sort TEXT, row TEXT NOT NULL
) STRICT;
CREATE INDEX month_seal_rows_seal ON month_seal_rows (seal_id, kind);
CREATE INDEX month_seal_rows_user ON month_seal_rows (user_id, kind, seal_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX month_seal_rows_person ON month_seal_rows (seal_id, kind, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX month_seal_rows_department ON month_seal_rows (seal_id, kind, ifnull(dept_id, 0), ifnull(dept_grp_id, 0)) WHERE user_id IS NULL;

CREATE TABLE month_seal_copies (
  seal_id INTEGER PRIMARY KEY REFERENCES month_seals (id),
  file TEXT NOT NULL, copied_at TEXT NOT NULL
) STRICT;

-- Recomputations of sealed months from their own rules and records.
CREATE TABLE month_replays (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  seal_id INTEGER NOT NULL REFERENCES month_seals (id),
  status TEXT NOT NULL, requested_by INTEGER, created_at TEXT NOT NULL, progress_at TEXT NOT NULL, finished_at TEXT,
  message TEXT, checked INTEGER NOT NULL DEFAULT 0, result TEXT, claim TEXT, lease_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX month_replays_active ON month_replays (seal_id) WHERE status IN ('queued', 'running');

-- Points of the review before closing that a person has looked at: `value` is what they saw, as canonical JSON.
CREATE TABLE month_review_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, month TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
  value TEXT NOT NULL, note TEXT NOT NULL, user_id INTEGER NOT NULL, at TEXT NOT NULL,
  UNIQUE (month, kind, subject)
) STRICT;

-- At most one row: how far a person's total may be from what is usual, in percent and in points, before the review names it.
CREATE TABLE month_review_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  percent REAL NOT NULL, points REAL NOT NULL, updated_at TEXT
) STRICT;

INSERT INTO month_review_settings (id, percent, points) VALUES (1, 30, 10);

CREATE TABLE month_reviews (
  month TEXT PRIMARY KEY,
  deadline TEXT NOT NULL, opened_by INTEGER NOT NULL, opened_at TEXT NOT NULL
);

-- The newest confirmation of a person and month counts; `figures` is what was confirmed, as canonical JSON.
CREATE TABLE statement_confirmations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL, month TEXT NOT NULL, sha256 TEXT NOT NULL,
  figures TEXT NOT NULL, confirmed_at TEXT NOT NULL
) STRICT;
CREATE INDEX statement_confirmations_month ON statement_confirmations (month, user_id, id);

CREATE TRIGGER statement_confirmations_act AFTER INSERT ON statement_confirmations
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'statement_confirmations' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;

CREATE TABLE questions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, user_id INTEGER NOT NULL, dept_id INTEGER,
  month TEXT NOT NULL, kind TEXT NOT NULL, record_id INTEGER, text TEXT NOT NULL, expected_point REAL, picture TEXT,
  record TEXT, status TEXT NOT NULL DEFAULT 'open', created_at TEXT NOT NULL, answered_at TEXT, closed_at TEXT
) STRICT;
CREATE INDEX questions_user ON questions (user_id, id);
CREATE INDEX questions_status ON questions (status, id);
CREATE INDEX questions_month ON questions (month, status);

CREATE TRIGGER questions_act AFTER INSERT ON questions
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'questions' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;

-- The thread of a question. A correction made from inside it names the history row.
CREATE TABLE question_answers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  question_id INTEGER NOT NULL REFERENCES questions (id),
  user_id INTEGER NOT NULL, action TEXT NOT NULL, text TEXT, at TEXT NOT NULL
) STRICT;
CREATE INDEX question_answers_question ON question_answers (question_id, id);

CREATE TRIGGER question_answers_act AFTER INSERT ON question_answers
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'questions' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;

-- One for each event and person; `event` names the event, so that repeating it adds nothing.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL, event TEXT NOT NULL, kind TEXT NOT NULL,
  params TEXT NOT NULL DEFAULT '{}',
  at TEXT NOT NULL, read_at TEXT, mailed_at TEXT, mail_tried_at TEXT,
  UNIQUE (user_id, event)
) STRICT;
CREATE INDEX notices_user ON notices (user_id, id);
CREATE INDEX notices_unread ON notices (user_id) WHERE read_at IS NULL;
CREATE INDEX notices_unmailed ON notices (id) WHERE mailed_at IS NULL;

-- What signed-in people were refused: one row for a person, a route and a status.
CREATE TABLE security_refusals (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL, route TEXT NOT NULL, status INTEGER NOT NULL,
  count INTEGER NOT NULL, first_at TEXT NOT NULL, last_at TEXT NOT NULL,
  UNIQUE (user_id, route, status)
) STRICT;

-- How many a person met in a minute, YYYY-MM-DD HH:mm, for a day: what a burst is told by.
CREATE TABLE refusal_minutes (
  user_id INTEGER NOT NULL, minute TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (user_id, minute)
) STRICT;

-- Stored images that no text, person or question names, with the time since when (office time). They are removed after 30 days.
CREATE TABLE unused_images (
  name TEXT PRIMARY KEY,
  since TEXT NOT NULL
);

-- Where the reading of a file stands: what was known after each chunk of its rows, and the keys that are new in it. Kept until the file is read.
CREATE TABLE import_chunks (
  import_id INTEGER NOT NULL, done INTEGER NOT NULL, state TEXT NOT NULL, "keys" TEXT NOT NULL,
  PRIMARY KEY (import_id, done)
);

-- Each time a backup was restored to see whether it can be: into a server of its own, compared table by table.
CREATE TABLE restore_drills (
  id INTEGER PRIMARY KEY AUTOINCREMENT, backup TEXT NOT NULL, outcome TEXT NOT NULL, message TEXT, tables INTEGER,
  "rows" INTEGER, started_at TEXT NOT NULL, finished_at TEXT
) STRICT;

-- What each crawl had in the fields of the forms: a row with the number of its jobs (`jobs`), one a column, one a field that nothing knows.
CREATE TABLE crawl_fields (
  run_id INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, field TEXT NOT NULL, had INTEGER NOT NULL DEFAULT 0,
  empty INTEGER NOT NULL DEFAULT 0, unreadable INTEGER NOT NULL DEFAULT 0, low REAL, high REAL, sample TEXT,
  is_odd INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, kind, key)
) STRICT, WITHOUT ROWID;

-- Columns that are empty or gone in far more jobs than usual, until they are mended.
CREATE TABLE crawl_odd_fields (
  "column" TEXT PRIMARY KEY,
  run_id INTEGER NOT NULL, field TEXT NOT NULL, missing INTEGER NOT NULL, jobs INTEGER NOT NULL, measure TEXT NOT NULL,
  usual REAL
);

-- Keys with which other programs read on a person's behalf, by the SHA-256 of the token. Times are office time; `entities` is a JSON array, NULL for all.
CREATE TABLE access_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL, name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  entities TEXT, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, last_used_at TEXT, last_address TEXT,
  ended_at TEXT, ended_by INTEGER
) STRICT;
CREATE INDEX access_tokens_by_user ON access_tokens (user_id, ended_at);
CREATE INDEX access_tokens_by_end ON access_tokens (expires_at);

-- Comparisons of a month's jobs at the source with the directs here. `mark` is where the reading of the source stands.
CREATE TABLE crawl_reconciliations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, month TEXT NOT NULL, status TEXT NOT NULL, requested_by INTEGER,
  created_at TEXT NOT NULL, progress_at TEXT NOT NULL, finished_at TEXT, message TEXT,
  workflow INTEGER NOT NULL DEFAULT 0, page INTEGER NOT NULL DEFAULT 0, attempt INTEGER NOT NULL DEFAULT 1, mark TEXT,
  total INTEGER, jobs INTEGER NOT NULL DEFAULT 0, unreadable INTEGER NOT NULL DEFAULT 0,
  only_there INTEGER NOT NULL DEFAULT 0, only_here INTEGER NOT NULL DEFAULT 0, differs INTEGER NOT NULL DEFAULT 0,
  claim TEXT, lease_until INTEGER NOT NULL DEFAULT 0, settings TEXT
) STRICT;
CREATE UNIQUE INDEX crawl_reconciliations_active ON crawl_reconciliations (month) WHERE status IN ('queued', 'running');
CREATE INDEX crawl_reconciliations_month ON crawl_reconciliations (month, status, id);

-- Ids that a comparison has read in a workflow, each with the pass that read it last.
CREATE TABLE crawl_reconciled (
  reconciliation_id INTEGER NOT NULL, workflow INTEGER NOT NULL, external_id TEXT NOT NULL, pass INTEGER NOT NULL,
  external_id_key TEXT,
  PRIMARY KEY (reconciliation_id, workflow, external_id)
) STRICT, WITHOUT ROWID;

-- What a comparison found: a job that is only there or only here, or a value that differs.
CREATE TABLE crawl_differences (
  id INTEGER PRIMARY KEY AUTOINCREMENT, reconciliation_id INTEGER NOT NULL, kind TEXT NOT NULL,
  external_id TEXT NOT NULL, direct_id INTEGER, name TEXT, "column" TEXT NOT NULL DEFAULT '', here TEXT, there TEXT,
  UNIQUE (reconciliation_id, external_id, "column")
) STRICT;

-- `released`: an undo that wrote nothing is told of, with what it kept, and leaves its operation to be undone later.
-- What somebody does beside the records is an operation too, which no undo takes back: `act` is the table where it stands. A request that writes
-- records as well has both. An act of the program itself has no request.
CREATE TABLE operations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id TEXT NOT NULL UNIQUE,
  user_id INTEGER, source TEXT NOT NULL, at TEXT NOT NULL, entity TEXT, created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0, last_history_id INTEGER NOT NULL DEFAULT 0,
  undo_of INTEGER, released INTEGER NOT NULL DEFAULT 0, act TEXT
) STRICT;
CREATE INDEX operations_user ON operations (user_id, id);
CREATE UNIQUE INDEX operations_undo_of ON operations (undo_of) WHERE undo_of IS NOT NULL AND released = 0;
-- An undo that was stopped before its end leaves the rest of its operation to be undone; the undos of an operation are found by it.
CREATE INDEX operations_undos ON operations (undo_of) WHERE undo_of IS NOT NULL;

-- Operations of many rows that the queue works on: undos and bulk edits. `id` is the operation's, `task` what is to be done, `outcome` what came of it.
-- A queued write of rules that breaks worked examples ends until somebody accepts them: `broken_cases` is JSON of the examples, `accepted_by` who did.
-- `accept_broken`: its request accepted beforehand whatever breaks.
CREATE TABLE operation_runs (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL, status TEXT NOT NULL, task TEXT NOT NULL, total INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL DEFAULT '{}',
  message TEXT, claim TEXT, lease_until INTEGER NOT NULL, created_at TEXT NOT NULL, progress_at TEXT NOT NULL,
  finished_at TEXT, accept_broken INTEGER NOT NULL DEFAULT 0, broken_cases TEXT, accepted_by INTEGER
) STRICT;
CREATE INDEX operation_runs_active ON operation_runs (status) WHERE status IN ('queued', 'running');

-- When each kind of regular work last ended well and when it last failed for good; first_at is when it was first heard of.
CREATE TABLE heartbeats (
  name TEXT NOT NULL PRIMARY KEY,
  first_at TEXT NOT NULL, ok_at TEXT, failed_at TEXT, message TEXT
) STRICT;

-- What passed its limit, from when until when; Admins are told of each once, and once of its end.
CREATE TABLE system_alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, "check" TEXT NOT NULL, opened_at TEXT NOT NULL, mended_at TEXT
) STRICT;
CREATE UNIQUE INDEX system_alerts_open ON system_alerts ("check") WHERE mended_at IS NULL;

-- By hour, YYYY-MM-DD HH: how often calls failed by code (kind 'error'), and the longest time of a route (kind 'slow').
CREATE TABLE call_figures (
  hour TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL, worst_ms INTEGER NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (hour, kind, name)
) STRICT;

-- The settings of the source that an Admin chose; NULL: as the environment says. At most one row. Ids and map are JSON.
CREATE TABLE crawl_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL DEFAULT 1, url TEXT, workflow_ids TEXT, field_map TEXT,
  numbers TEXT CHECK (numbers IN ('dot', 'comma')),
  updated_at TEXT NOT NULL, updated_by INTEGER
);

-- Names in jobs that no record goes by. `text_key`: equal letter for letter; `text_fold`: equal but for accents.
CREATE TABLE crawl_unmatched (
  external_id TEXT NOT NULL,
  "column" TEXT NOT NULL CHECK ("column" IN ('user_id', 'chekkusha_id', 'customer_id')),
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'person')),
  text TEXT NOT NULL, text_key TEXT NOT NULL, text_fold TEXT NOT NULL, external_id_key TEXT,
  PRIMARY KEY (external_id, "column")
) STRICT;
CREATE INDEX crawl_unmatched_name ON crawl_unmatched (kind, text_key);
CREATE INDEX crawl_unmatched_job ON crawl_unmatched (external_id_key);

-- Worked examples of the rules: `values` is the JSON of a job's columns, the points are those that it must come to.
CREATE TABLE rule_cases (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, month TEXT NOT NULL, customer_id INTEGER NOT NULL, work_category_id INTEGER NOT NULL,
  "values" TEXT NOT NULL, result_design_point REAL NOT NULL, result_check_point REAL NOT NULL, name_fold TEXT,
  name_sort TEXT
);
CREATE UNIQUE INDEX rule_cases_name ON rule_cases (name_fold);
CREATE INDEX rule_cases_customer ON rule_cases (customer_id, work_category_id);

-- Ways to show a list that people saved: `state` is the JSON of worker/contracts/view-state.ts.
CREATE TABLE views (
  id INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL,
  shared TEXT NOT NULL DEFAULT 'none', user_id INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX views_entity ON views (entity, user_id);

-- Who uploaded which image: only they may put it into a text or a question that did not show it. Of an image without a row nobody is known.
CREATE TABLE image_uploads (
  name TEXT NOT NULL, user_id INTEGER NOT NULL,
  PRIMARY KEY (name, user_id)
) WITHOUT ROWID;

-- Which versions of the rule book each person has read: `hash` is that of the rules and expressions of the month.
CREATE TABLE rule_readings (
  user_id INTEGER NOT NULL, hash TEXT NOT NULL, month TEXT NOT NULL, read_at TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) WITHOUT ROWID;

-- Scenarios: rules that are tried before they count.
CREATE TABLE rule_scenarios (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL DEFAULT 1, created_at TEXT, updated_at TEXT,
  name TEXT NOT NULL, note TEXT, valid_from TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT 'draft',
  promoted_from TEXT NOT NULL DEFAULT '', reason TEXT, name_fold TEXT, note_sort TEXT, name_sort TEXT
);

CREATE TRIGGER rule_scenarios_close BEFORE UPDATE OF status ON rule_scenarios
WHEN NEW.status <> OLD.status AND OLD.status <> 'draft' AND NEW.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;

-- The rows in which a scenario differs: `base` is the live row as it was copied (NULL for a new one), `row` what the scenario says (NULL: removed).
CREATE TABLE rule_scenario_rows (
  id INTEGER PRIMARY KEY AUTOINCREMENT, scenario_id INTEGER NOT NULL, entity TEXT NOT NULL, row_id INTEGER NOT NULL,
  valid_from TEXT NOT NULL DEFAULT '', row TEXT, base TEXT,
  UNIQUE (scenario_id, entity, row_id)
);

CREATE TRIGGER rule_scenario_rows_open BEFORE INSERT ON rule_scenario_rows WHEN (SELECT status FROM rule_scenarios WHERE id = NEW.scenario_id) IS NOT 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;

CREATE TRIGGER rule_scenario_rows_keep BEFORE DELETE ON rule_scenario_rows WHEN (SELECT status FROM rule_scenarios WHERE id = OLD.scenario_id) IS NOT 'draft'
BEGIN
  SELECT RAISE(ABORT, 'scenario_closed');
END;

-- Runs that try a scenario on months. `months` holds, for each, the hashes of the live rules and of the tried ones and the expressions of the
-- totals; `place`, `read_date` and `read_id` say how far the directs were read; rules written after `history_id` are not in the results.
CREATE TABLE rule_scenario_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, scenario_id INTEGER NOT NULL, status TEXT NOT NULL, from_month TEXT NOT NULL,
  to_month TEXT NOT NULL, requested_by INTEGER,
  months TEXT NOT NULL DEFAULT '[]',
  place INTEGER NOT NULL DEFAULT 0, read_date TEXT NOT NULL DEFAULT '', read_id INTEGER NOT NULL DEFAULT 0,
  history_id INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0, before REAL,
  after REAL, up INTEGER NOT NULL DEFAULT 0, down INTEGER NOT NULL DEFAULT 0, same INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0, stale INTEGER NOT NULL DEFAULT 0, message TEXT,
  created_at TEXT NOT NULL, progress_at TEXT NOT NULL, finished_at TEXT, claim TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX rule_scenario_runs_active ON rule_scenario_runs (scenario_id) WHERE status IN ('queued', 'running');
CREATE INDEX rule_scenario_runs_scenario ON rule_scenario_runs (scenario_id, id);

-- What each direct has and would have. `state`: computed; kept, as a calculation would leave it; failed, as the rules give it no result.
CREATE TABLE rule_scenario_results (
  run_id INTEGER NOT NULL, direct_id INTEGER NOT NULL, month TEXT NOT NULL, customer_id INTEGER, dept_id INTEGER,
  user_id INTEGER, chekkusha_id INTEGER, before_design REAL, before_check REAL, after_design REAL, after_check REAL,
  state TEXT NOT NULL, stale INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, direct_id)
) STRICT, WITHOUT ROWID;

-- What each person has and would have in a month.
CREATE TABLE rule_scenario_people (
  run_id INTEGER NOT NULL, user_id INTEGER NOT NULL, month TEXT NOT NULL, direct_before REAL NOT NULL,
  direct_after REAL NOT NULL, total_1_before REAL, total_1_after REAL, total_2_before REAL, total_2_after REAL,
  PRIMARY KEY (run_id, user_id, month)
) STRICT, WITHOUT ROWID;

-- Records that an undo or a bulk edit of the queue left as they are, each with the reason: one row each, as there may be many.
-- `title`: what the record of a kept row was called, beside its number.
CREATE TABLE operation_kept_rows (
  id INTEGER PRIMARY KEY,
  operation_id INTEGER NOT NULL, entity TEXT NOT NULL, record_id INTEGER NOT NULL, reason TEXT NOT NULL,
  message TEXT NOT NULL, title TEXT
) STRICT;
CREATE INDEX operation_kept_rows_operation ON operation_kept_rows (operation_id, id);

-- Locked months that have jobs which the source changed since, each with the time from which it has some: until none is left it is one event.
CREATE TABLE crawl_changed_months (
  month TEXT PRIMARY KEY,
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- When each seal was last compared with what it sealed, and what differed then.
CREATE TABLE month_seal_proofs (
  seal_id INTEGER PRIMARY KEY,
  proved_at TEXT NOT NULL, problem TEXT
) STRICT;

-- Copies of seals of a former database, which somebody accepted as lost after a restore.
CREATE TABLE month_seal_losses (
  file TEXT PRIMARY KEY,
  reason TEXT NOT NULL, accepted_at TEXT NOT NULL
) STRICT;

CREATE TABLE office_settings (
  key TEXT PRIMARY KEY,
  value INTEGER NOT NULL, updated_at TEXT NOT NULL
);
