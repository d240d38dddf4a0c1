import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Trials of restoring a backup, the newest last; times are office time. One that is `running` and has no end after an hour was broken off. `message`
 * says what differs.
 */
export const restoreDrills = sqliteTable('restore_drills', {
  id: integer().primaryKey({ autoIncrement: true }),
  backup: text().notNull(),
  outcome: text({ enum: ['running', 'passed', 'failed'] }).notNull(),
  message: text(),
  tables: integer(),
  rows: integer(),
  started_at: text().notNull(),
  finished_at: text(),
});
