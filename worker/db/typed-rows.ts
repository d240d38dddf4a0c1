import type { ResultSet, Value } from '@libsql/client';
import { type GetColumnData, getTableColumns } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** How a cell is read: as a column declares it, or by a function such as `Number` for what is computed. */
type Reader = SQLiteColumn | ((stored: Value) => unknown);
type Read<R> = R extends SQLiteColumn ? GetColumnData<R> : R extends (stored: never) => infer V ? V : never;
type RowOf<S extends Record<string, Reader>> = { -readonly [Name in keyof S]: Read<S[Name]> };

/** Rows of a query that selects these names, each read as declared; a column that may be empty only through a join wants `orNull`. */
export function readRows<const S extends Record<string, Reader>>(readers: S, result: ResultSet | undefined): RowOf<S>[] {
  const names = Object.entries(readers);
  return (result?.rows ?? []).map(
    (row) => Object.fromEntries(names.map(([name, reader]) => [name, readCell(reader, row[name] ?? null)])) as RowOf<S>,
  );
}

/** Reads a cell that may be NULL. */
export function orNull<V>(read: (stored: Value) => V): (stored: Value) => V | null {
  return (stored) => (stored === null ? null : read(stored));
}

/** Rows of a `SELECT *` or `RETURNING *` as the table declares them: JSON columns parsed, the rest as stored. */
export function rowsOf<T extends SQLiteTable>(table: T, result: ResultSet | undefined): T['$inferSelect'][] {
  return readRows(getTableColumns(table) as Record<string, SQLiteColumn>, result);
}

export function rowOf<T extends SQLiteTable>(table: T, result: ResultSet | undefined): T['$inferSelect'] | undefined {
  return rowsOf(table, result)[0];
}

function readCell(reader: Reader, stored: Value): unknown {
  if (typeof reader === 'function') return reader(stored);
  return stored === null ? null : reader.mapFromDriverValue(stored);
}
