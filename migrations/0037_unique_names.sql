-- Names and codes that no two records share: `x_key` is x letter for letter, but for case, width and spaces. The keys of records that are there
-- are filled in after the migrations; where two are alike, the later one keeps none until it is saved with another name.
ALTER TABLE roles ADD COLUMN name_key TEXT;
ALTER TABLE positions ADD COLUMN name_key TEXT;
ALTER TABLE companies ADD COLUMN name_key TEXT;
ALTER TABLE departments ADD COLUMN name_key TEXT;
ALTER TABLE departments ADD COLUMN code_key TEXT;
ALTER TABLE department_groups ADD COLUMN group_name_key TEXT;
ALTER TABLE customers ADD COLUMN code_key TEXT;
ALTER TABLE work_categories ADD COLUMN work_name_key TEXT;
ALTER TABLE contractors ADD COLUMN code_key TEXT;
ALTER TABLE pro_point ADD COLUMN desc_key TEXT;
ALTER TABLE indirect_note ADD COLUMN content_key TEXT;
DROP INDEX roles_name;
DROP INDEX departments_code;
DROP INDEX customers_code;
CREATE INDEX customers_code_fold ON customers (code_fold);
CREATE UNIQUE INDEX roles_name_key ON roles (name_key);
CREATE UNIQUE INDEX positions_name_key ON positions (name_key);
CREATE UNIQUE INDEX companies_name_key ON companies (name_key);
CREATE UNIQUE INDEX departments_name_key ON departments (name_key);
CREATE UNIQUE INDEX departments_code_key ON departments (code_key);
CREATE UNIQUE INDEX department_groups_group_name_key ON department_groups (dept_id, group_name_key);
CREATE UNIQUE INDEX customers_code_key ON customers (code_key);
CREATE UNIQUE INDEX work_categories_work_name_key ON work_categories (work_name_key);
CREATE UNIQUE INDEX contractors_code_key ON contractors (code_key);
CREATE UNIQUE INDEX pro_point_desc_key ON pro_point (point, desc_key);
CREATE UNIQUE INDEX indirect_note_content_key ON indirect_note (content_key);
-- The keys are no change of a record: they are filled in before these are made again.
DROP TRIGGER IF EXISTS roles_history_update;
DROP TRIGGER IF EXISTS positions_history_update;
DROP TRIGGER IF EXISTS companies_history_update;
DROP TRIGGER IF EXISTS departments_history_update;
DROP TRIGGER IF EXISTS department_groups_history_update;
DROP TRIGGER IF EXISTS customers_history_update;
DROP TRIGGER IF EXISTS work_categories_history_update;
DROP TRIGGER IF EXISTS contractors_history_update;
DROP TRIGGER IF EXISTS pro_point_history_update;
DROP TRIGGER IF EXISTS indirect_note_history_update;
