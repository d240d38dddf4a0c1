import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How the file for payroll is laid out; one row. */
export const payrollMap = sqliteTable('payroll_map', {
  id: integer().primaryKey(),
  version: integer().notNull().default(1),
  columns: text({ mode: 'json' }).$type<{ kind: string; heading: string; value?: string }[]>().notNull(),
  decimal_sign: text({ enum: ['comma', 'dot'] }).notNull(),
  format: text({ enum: ['csv', 'xlsx'] }).notNull(),
  updated_at: text().notNull(),
  updated_by: integer(),
});

/** Files that were handed to payroll, never changed afterwards; `file` is the key of its bytes, whose hash is `sha256`. */
export const payrollExports = sqliteTable('payroll_exports', {
  id: integer().primaryKey({ autoIncrement: true }),
  month: text().notNull(),
  seal_id: integer().notNull(),
  kind: text({ enum: ['full', 'difference'] }).notNull(),
  format: text({ enum: ['csv', 'xlsx'] }).notNull(),
  totals: text({ mode: 'json' }).$type<string[]>().notNull(),
  rows: integer().notNull(),
  changes: text({ mode: 'json' }).$type<object[]>().notNull(),
  sha256: text().notNull(),
  file: text().notNull(),
  created_at: text().notNull(),
  created_by: integer().notNull(),
});
