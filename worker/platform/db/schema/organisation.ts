import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { recordColumns } from '../columns.ts';

export const roles = sqliteTable('roles', {
  ...recordColumns(),
  name: text().notNull(),
  name_fold: text(),
  name_sort: text(),
  name_key: text(),
});
export const positions = sqliteTable('positions', {
  ...recordColumns(),
  name: text().notNull(),
  name_fold: text(),
  name_sort: text(),
  name_key: text(),
});
export const companies = sqliteTable('companies', {
  ...recordColumns(),
  name: text().notNull(),
  name_fold: text(),
  name_sort: text(),
  name_key: text(),
});

export const departments = sqliteTable('departments', {
  ...recordColumns(),
  name: text().notNull(),
  code: text().notNull(),
  note: text(),
  name_fold: text(),
  name_sort: text(),
  code_fold: text(),
  name_key: text(),
  code_key: text(),
  note_sort: text(),
});

export const departmentGroups = sqliteTable('department_groups', {
  ...recordColumns(),
  group_name: text().notNull(),
  note: text(),
  dept_id: integer().notNull(),
  group_name_fold: text(),
  group_name_sort: text(),
  group_name_key: text(),
  note_sort: text(),
});

/** `role_ids` holds a JSON array of role ids. */
export const users = sqliteTable('users', {
  ...recordColumns(),
  username: text().notNull(),
  name: text().notNull(),
  email: text(),
  phone_number: text(),
  employee_code: text(),
  area: text(),
  first_name: text(),
  last_name: text(),
  position_id: integer(),
  company_id: integer(),
  department_id: integer(),
  dept_grp_id: integer(),
  role_ids: text().notNull().default('[]'),
  code: text(),
  active: integer().notNull().default(1),
  avatar: text(),
  password: text(),
  username_fold: text(),
  username_key: text(),
  name_fold: text(),
  name_sort: text(),
  name_key: text(),
  email_fold: text(),
  employee_code_fold: text(),
  employee_code_key: text(),
  code_fold: text(),
  code_key: text(),
  area_sort: text(),
  first_name_sort: text(),
  last_name_sort: text(),
});
