import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who writes, within one transaction: set first, read by the history triggers, removed last. */
export const writeContext = sqliteTable('write_context', {
  id: integer().primaryKey(),
  user_id: integer(),
  source: text().notNull(),
  at: text().notNull(),
  request_id: text(),
  question_id: integer(),
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
});

/** How many rows each recorded table has, kept by the triggers that write the history. */
export const rowCounts = sqliteTable('row_counts', { entity: text().notNull(), rows: integer().notNull() }, ({ entity }) => [
  primaryKey({ columns: [entity] }),
]);

/**
 * The state of each month that was ever locked: status 1 locked, 0 open. `month` is YYYY-MM. A locked month is read from the seal `seal_id`;
 * until `closing_until` an open one refuses writes, because it is being locked.
 */
export const monthLocks = sqliteTable('month_locks', {
  month: text().primaryKey(),
  status: integer().notNull(),
  user_id: integer(),
  reason: text(),
  at: text().notNull(),
  seal_id: integer(),
  closing_until: text(),
});

/**
 * Every lock and unlock, with the newest history id at that moment, the seal that the lock made or the unlock ended, and what the review
 * left open, as JSON.
 */
export const monthLockEvents = sqliteTable('month_lock_events', {
  id: integer().primaryKey({ autoIncrement: true }),
  month: text().notNull(),
  status: integer().notNull(),
  user_id: integer(),
  reason: text(),
  at: text().notNull(),
  history_id: integer().notNull(),
  seal_id: integer(),
  open_points: text(),
});

/** The record that a create with an Idempotency-Key made, kept 24 h; a key is its sender's own. `at` is epoch seconds. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    key: text().notNull(),
    user_id: integer().notNull(),
    entity: text().notNull(),
    body_hash: text().notNull(),
    record_id: integer().notNull(),
    at: integer().notNull(),
  },
  ({ user_id, key }) => [primaryKey({ columns: [user_id, key] })],
);
