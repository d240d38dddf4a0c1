import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { runColumns } from '../columns.ts';

/** What one request wrote, kept by a trigger at the end of each transaction; `entity` is the table of its last row. What no undo takes back is none. */
export const operations = sqliteTable('operations', {
  id: integer().primaryKey({ autoIncrement: true }),
  request_id: text().notNull(),
  user_id: integer(),
  source: text().notNull(),
  at: text().notNull(),
  entity: text(),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  deleted: integer().notNull().default(0),
  last_history_id: integer().notNull().default(0),
  undo_of: integer(),
  /** JSON of its first records, as `{id, title}`. */
  records: text({ mode: 'json' }).$type<{ id: number; title: string | null }[]>(),
  /** JSON of the columns that it changed, each 1 where it is empty or 0 since. */
  fields: text({ mode: 'json' }).$type<Record<string, 0 | 1>>(),
  /** Records that it left as they are. */
  kept: integer().notNull().default(0),
  /** 1 of an undo that wrote nothing, or left `left_rows` records: its operation can be undone again. */
  released: integer().notNull().default(0),
  left_rows: integer().notNull().default(0),
});

/** Records that an operation left as they are, with the code of the reason and the reason in words. */
export const operationKeptRows = sqliteTable('operation_kept_rows', {
  id: integer().primaryKey(),
  operation_id: integer().notNull(),
  entity: text().notNull(),
  record_id: integer().notNull(),
  /** What the record was called; null where the operation did not see it. */
  title: text(),
  reason: text().notNull(),
  message: text().notNull(),
});

/** An operation that the queue works on. Its id is the operation's. */
export const operationRuns = sqliteTable('operation_runs', {
  ...runColumns(),
  kind: text({ enum: ['undo', 'bulk'] }).notNull(),
  task: text({ mode: 'json' }).notNull(),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  outcome: text({ mode: 'json' }).notNull().default({}),
  progress_at: text().notNull(),
});
