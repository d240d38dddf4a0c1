import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Stored images that nothing names, by file name, and since when. */
export const unusedImages = sqliteTable('unused_images', {
  name: text().primaryKey(),
  since: text().notNull(),
});

export const imageUploads = sqliteTable('image_uploads', { name: text().notNull(), user_id: integer().notNull() }, ({ name, user_id }) => [
  primaryKey({ columns: [name, user_id] }),
]);
