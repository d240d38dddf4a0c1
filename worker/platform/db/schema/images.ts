import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Stored images that nothing names, by file name, and since when. */
export const unusedImages = sqliteTable('unused_images', {
  name: text().primaryKey(),
  since: text().notNull(),
});
