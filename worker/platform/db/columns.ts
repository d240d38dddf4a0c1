import { integer, text } from 'drizzle-orm/sqlite-core';

/** The columns every record has. `version` grows by one with each write; times are Asia/Ho_Chi_Minh wall time. */
export const recordColumns = () => ({
  id: integer().primaryKey({ autoIncrement: true }),
  version: integer().notNull().default(1),
  created_at: text(),
  updated_at: text(),
});
