import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { runColumns } from '../columns.ts';

/**
 * Imports of workbooks. `total` is unknown while the
 * file is read; `message` is JSON {vi, en}. `plan`, once the file is read, is JSON of what the writing needs to know; `history_id` the
 * last write of others that the staged rows were compared with. All
 * staged rows up to `written_dated` and `written_row`, in the order of writing, are written or refused. `mapping` is JSON
 * {heading: field} of a file with headings of its own.
 */
export const imports = sqliteTable('imports', {
  ...runColumns(),
  entity: text().notNull(),
  mode: text({ enum: ['all_or_nothing', 'valid_rows'] }).notNull(),
  status: text({ enum: ['queued', 'reading', 'writing', 'done', 'failed', 'cancelled'] }).notNull(),
  file_name: text().notNull(),
  sheet: text(),
  dry_run: integer().notNull().default(0),
  requested_by: integer().notNull(),
  total: integer(),
  done: integer().notNull().default(0),
  inserted: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  progress_at: text().notNull(),
  plan: text(),
  history_id: integer(),
  accept_broken: integer().notNull().default(0),
  broken_cases: text(),
  create_missing: integer().notNull().default(0),
  written_dated: text().notNull().default(''),
  written_row: integer().notNull().default(0),
  mapping: text(),
});

/** What the columns of files with the same headings were said to be, by the entity and its headings (JSON, in order); `mapping` is JSON {heading: field}. */
export const importMappings = sqliteTable(
  'import_mappings',
  { entity: text().notNull(), headings: text().notNull(), mapping: text().notNull(), used_at: text().notNull() },
  (table) => [primaryKey({ columns: [table.entity, table.headings] })],
);

/**
 * Rows found good, waiting to be written: `values` is JSON of columns; with a target the row as it was read at `target_version`. `dated` is
 * the day the record will have, of a row of a table of rules its month and code, '' without either: rows are written in this order.
 */
export const importRows = sqliteTable(
  'import_rows',
  {
    import_id: integer().notNull(),
    row: integer().notNull(),
    target_id: integer(),
    target_version: integer(),
    values: text().notNull(),
    dated: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.row] })],
);

/**
 * Where the reading of a file stands: `state`, as JSON, is what was known after so many rows were `done`, `keys` are those that the chunk brought,
 * as JSON [hash, row]. Kept until the file is read.
 */
export const importChunks = sqliteTable(
  'import_chunks',
  { import_id: integer().notNull(), done: integer().notNull(), state: text().notNull(), keys: text().notNull() },
  (table) => [primaryKey({ columns: [table.import_id, table.done] })],
);

/** What is against rows about to be written, as JSON [text, detail]; holds rows only within a transaction. */
export const importConflicts = sqliteTable(
  'import_conflicts',
  { import_id: integer().notNull(), row: integer().notNull(), problem: text().notNull() },
  (table) => [primaryKey({ columns: [table.import_id, table.row] })],
);

/** What is wrong with which row of the sheet; `column` is its header as written, `message` JSON {vi, en}, or a conflict as above. */
export const importErrors = sqliteTable('import_errors', {
  id: integer().primaryKey({ autoIncrement: true }),
  import_id: integer().notNull(),
  row: integer().notNull(),
  column: text(),
  message: text().notNull(),
});
