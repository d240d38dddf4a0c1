import { integer, text } from 'drizzle-orm/sqlite-core';

/** The columns every record has. `version` grows by one with each write; times are Asia/Ho_Chi_Minh wall time. */
export const recordColumns = () => ({
  id: integer().primaryKey({ autoIncrement: true }),
  version: integer().notNull().default(1),
  created_at: text(),
  updated_at: text(),
});

/** The columns that runs of the queue have: `claim` names the message that holds the lease until `lease_until` (epoch milliseconds). */
export const runColumns = () => ({
  id: integer().primaryKey({ autoIncrement: true }),
  status: text({ enum: ['queued', 'running', 'done', 'failed', 'cancelled'] }).notNull(),
  created_at: text().notNull(),
  finished_at: text(),
  message: text(),
  claim: text(),
  lease_until: integer().notNull().default(0),
});
