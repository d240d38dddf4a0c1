import type { ResultSet } from '@libsql/client';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Rows of a `SELECT *` or `RETURNING *` as the table declares them: JSON columns parsed, the rest as stored. */
export function rowsOf<T extends SQLiteTable>(table: T, result: ResultSet | undefined): T['$inferSelect'][] {
  const columns = Object.entries(getTableColumns(table));
  return (result?.rows ?? []).map((row) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const stored = row[column.name] ?? null;
        return [key, stored === null ? null : column.mapFromDriverValue(stored)];
      }),
    ),
  );
}

export function rowOf<T extends SQLiteTable>(table: T, result: ResultSet | undefined): T['$inferSelect'] | undefined {
  return rowsOf(table, result)[0];
}
