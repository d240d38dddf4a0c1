import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who writes, within one transaction: set first, read by the history triggers, removed last. */
export const writeContext = sqliteTable('write_context', {
  id: integer().primaryKey(),
  user_id: integer(),
  source: text().notNull(),
  at: text().notNull(),
  request_id: text(),
  question_id: integer(),
  accepted_cases: text(),
});

/** One row per write: what it was before and after, as JSON. `entity` is the table's name. */
export const history = sqliteTable('history', {
  id: integer().primaryKey({ autoIncrement: true }),
  entity: text().notNull(),
  record_id: integer().notNull(),
  action: text({ enum: ['insert', 'update', 'delete'] }).notNull(),
  user_id: integer(),
  source: text().notNull(),
  at: text().notNull(),
  request_id: text(),
  before: text(),
  after: text(),
  question_id: integer(),
  /** JSON of the names of the worked examples that the write changed, which its writer accepted. */
  accepted_cases: text(),
});

/** How many rows each recorded table has, kept by the triggers that write the history. */
export const rowCounts = sqliteTable('row_counts', { entity: text().notNull(), rows: integer().notNull() }, ({ entity }) => [
  primaryKey({ columns: [entity] }),
]);
