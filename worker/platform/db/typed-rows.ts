import type { ResultSet, Value } from '@libsql/client';
import { type GetColumnData, getTableColumns } from 'drizzle-orm';
import { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** How a cell is read: as a column declares it, or by a function such as `asNumber` for what is computed. */
type Reader = SQLiteColumn | ((stored: Value, name: string) => unknown);
type Shape = Record<string, Reader> | SQLiteTable;
type Read<R> = R extends SQLiteColumn ? GetColumnData<R> : R extends (stored: never, name: never) => infer V ? V : never;
export type RowOf<S extends Shape> = S extends SQLiteTable ? S['$inferSelect'] : { -readonly [Name in keyof S]: Read<S[Name]> };

type ReadResult<Result> = (result: ResultSet) => Result;

/** Every row of a statement that selects these names, or `SELECT *` of the table; an empty cell where none may be is an error. */
export function readRows<const S extends Shape>(shape: S): ReadResult<RowOf<S>[]>;
export function readRows<const S extends Shape, Row>(shape: S, toRow: (row: RowOf<S>) => Row): ReadResult<Row[]>;
export function readRows(shape: Shape, to?: (row: never) => unknown): ReadResult<unknown[]> {
  const readers = Object.entries(shape instanceof SQLiteTable ? getTableColumns(shape) : shape) as [string, Reader][];
  const readRow = (stored: ResultSet['rows'][number]) => {
    const row: Record<string, unknown> = {};
    for (const [name, reader] of readers) row[name] = readCell(reader, stored[name] ?? null, name);
    return to ? to(row as never) : row;
  };
  return (result) => result.rows.map(readRow);
}

/** The first row, if there is one. */
export function readFirst<const S extends Shape>(shape: S): ReadResult<RowOf<S> | undefined> {
  const read = readRows(shape);
  return (result) => read(result)[0];
}

/** The row of a statement that always answers one. */
export function readOne<const S extends Shape>(shape: S): ReadResult<RowOf<S>> {
  const read = readFirst(shape);
  return (result) => need(read(result));
}

/** The first cell of every row. */
export function readColumn<V>(read: (stored: Value, name: string) => V) {
  return ({ rows, columns: [name = ''] }: ResultSet): V[] => rows.map((row) => read(row[name] ?? null, name));
}

/** The only cell of a statement that always answers one row. */
export function readValue<V>(read: (stored: Value, name: string) => V) {
  const readCells = readColumn(read);
  return (result: ResultSet): V => need(readCells(result)[0]);
}

export function hasRows(result: ResultSet): boolean {
  return result.rows.length > 0;
}

/** The number of rows that a statement has written. */
export function countWritten(result: ResultSet): number {
  return result.rowsAffected;
}

/** Reads a cell that may be NULL. */
export function orNull<R extends Reader>(reader: R): (stored: Value, name: string) => Read<R> | null {
  return (stored, name) => (stored === null ? null : (readCell(reader, stored, name) as Read<R>));
}

export function asNumber(stored: Value, name: string): number {
  return typeof stored === 'number' ? stored : refuse(stored, name, 'a number');
}

export function asText(stored: Value, name: string): string {
  return typeof stored === 'string' ? stored : refuse(stored, name, 'a text');
}

/** A text of few, which the writers of the column keep to. */
export function asOption<T extends string>(): (stored: Value, name: string) => T {
  return (stored, name) => asText(stored, name) as T;
}

export function asFlag(stored: Value, name: string): 0 | 1 {
  return stored === 0 || stored === 1 ? stored : refuse(stored, name, '0 or 1');
}

export function asBoolean(stored: Value, name: string): boolean {
  return asFlag(stored, name) === 1;
}

/** A cell of JSON, such as the packed rows of `json_group_array`, which the statement that makes it answers for. */
export function asJson<T>(): (stored: Value, name: string) => T {
  return (stored, name) => JSON.parse(asText(stored, name)) as T;
}

function readCell(reader: Reader, stored: Value, name: string): unknown {
  if (!(reader instanceof SQLiteColumn)) return reader(stored, name);
  if (stored === null) return reader.notNull ? refuse(stored, name, 'set') : null;
  return reader.mapFromDriverValue(stored);
}

function need<V>(value: V | undefined): V {
  if (value === undefined) throw new Error('A statement that always answers one row answered none');
  return value;
}

function refuse(stored: Value, name: string, expected: string): never {
  throw new TypeError(`The database answered ${stored} for ${name}, which is always ${expected}`);
}
