import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The state of each month that was ever locked: status 1 locked, 0 open. `month` is YYYY-MM. A locked month is read from the seal `seal_id`;
 * until `closing_until` an open one refuses writes, because it is being locked. One that is locked again at `open_until` is open to `open_for` alone,
 * or to all who may.
 */
export const monthLocks = sqliteTable('month_locks', {
  month: text().primaryKey(),
  status: integer().notNull(),
  user_id: integer(),
  reason: text(),
  at: text().notNull(),
  seal_id: integer(),
  closing_until: text(),
  open_until: text(),
  open_for: integer(),
});

/**
 * Every lock and unlock, with the newest history id at that moment, the seal that the lock put in force or the unlock ended, and what the review
 * left open, as JSON. `open_until` stands at an unlock that ends by itself, and at the lock that ended it.
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
  open_until: text(),
});
