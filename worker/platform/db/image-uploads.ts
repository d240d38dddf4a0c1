import { type SQL, sql } from 'drizzle-orm';

/** Whether an image (its file name) is a person's own upload. */
export function isUploadedBy(name: SQL, userId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM image_uploads WHERE name = ${name} AND user_id = ${userId})`;
}

/** Texts that may name images: `column` of the rows `t` that `from` selects, which ends in a condition. */
export interface ImageSource {
  column: SQL;
  from: SQL;
}

/** A column of addresses. */
export function addressSource(table: string, column: string): ImageSource {
  const cell = sql`t.${sql.identifier(column)}`;
  return { column: cell, from: sql`${sql.identifier(table)} t WHERE ${cell} IS NOT NULL` };
}

/** A column of rich texts. Few of them hold an image, so a migration makes the index `<table>_with_images`, whose condition is this one. */
export function richTextSource(table: string, column: string): ImageSource {
  const cell = sql`t.${sql.identifier(column)}`;
  const index = sql.identifier(`${table}_with_images`);
  return { column: cell, from: sql`${sql.identifier(table)} t INDEXED BY ${index} WHERE ${holdsImage(cell)}` };
}

/** The former rich texts of a table, which can come back. The index names the table, as does this condition. */
export function formerTextSource(table: string): ImageSource {
  const holdsOne = sql`(${holdsImage(sql`t.before`)} OR ${holdsImage(sql`t.after`)})`;
  return {
    column: sql`ifnull(t.before, '') || ifnull(t.after, '')`,
    from: sql`history t INDEXED BY history_with_images WHERE t.entity = ${sql.raw(`'${table}'`)} AND ${holdsOne}`,
  };
}

/** Whether one of these texts names an image. */
export function isNamedBy(sources: readonly ImageSource[], name: SQL): SQL {
  const named = sources.map(({ column, from }) => sql`EXISTS (SELECT 1 FROM ${from} AND instr(${column}, ${name}) > 0)`);
  return sql`(${sql.join(named, sql` OR `)})`;
}

const holdsImage = (cell: SQL) => sql`instr(${cell}, '/api/v1/files/') > 0`;
