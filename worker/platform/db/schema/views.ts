import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Ways to show a list that people saved; `state` is JSON, `user_id` the owner. */
export const views = sqliteTable('views', {
  id: integer().primaryKey({ autoIncrement: true }),
  entity: text().notNull(),
  name: text().notNull(),
  state: text().notNull(),
  shared: text().$type<'none' | 'all'>().notNull(),
  user_id: integer().notNull(),
  version: integer().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
});
