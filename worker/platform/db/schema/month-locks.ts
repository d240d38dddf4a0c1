import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
