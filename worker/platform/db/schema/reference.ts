import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { recordColumns } from '../columns.ts';

/** `work_category` holds a JSON array of work category ids. */
export const customers = sqliteTable('customers', {
  ...recordColumns(),
  code: text(),
  name: text().notNull(),
  fax: text(),
  phone_number: text(),
  address: text(),
  receipt_date: text(),
  work_category: text().notNull().default('[]'),
  is_merchant: integer(),
  merchant_id: integer(),
  is_updated: integer().notNull().default(0),
  code_fold: text(),
  name_fold: text(),
  name_sort: text(),
  code_key: text(),
  address_sort: text(),
});

export const workCategories = sqliteTable('work_categories', {
  ...recordColumns(),
  work_name: text().notNull(),
  department_id: integer(),
  work_name_fold: text(),
  work_name_sort: text(),
  work_name_key: text(),
});

export const contractors = sqliteTable('contractors', {
  ...recordColumns(),
  name: text().notNull(),
  code: text(),
  phone: text(),
  email: text(),
  fax: text(),
  tax_code: text(),
  address: text(),
  note: text(),
  name_fold: text(),
  name_sort: text(),
  code_fold: text(),
  email_fold: text(),
  tax_code_fold: text(),
  code_key: text(),
  address_sort: text(),
  note_sort: text(),
});

export const constructions = sqliteTable('constructions', {
  ...recordColumns(),
  name: text().notNull(),
  contractor_id: integer().notNull(),
  start_at: text(),
  note: text(),
  name_fold: text(),
  name_sort: text(),
  note_sort: text(),
});

export const proPoint = sqliteTable('pro_point', {
  ...recordColumns(),
  point: real().notNull(),
  desc: text().notNull(),
  desc_fold: text(),
  desc_sort: text(),
  desc_key: text(),
});
export const indirectNote = sqliteTable('indirect_note', {
  ...recordColumns(),
  content: text().notNull(),
  content_fold: text(),
  content_sort: text(),
  content_key: text(),
});
