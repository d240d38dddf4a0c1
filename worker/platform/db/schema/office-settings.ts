import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What Admins switch on for everybody: 1 on, 0 off, no row for what nobody has decided. */
export const officeSettings = sqliteTable('office_settings', {
  key: text().primaryKey(),
  value: integer().notNull(),
  updated_at: text().notNull(),
});
