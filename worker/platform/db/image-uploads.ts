import { type SQL, sql } from 'drizzle-orm';

/** Whether an image (its file name) is a person's own upload. */
export function isUploadedBy(name: SQL, userId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM image_uploads WHERE name = ${name} AND user_id = ${userId})`;
}
