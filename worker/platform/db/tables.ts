import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from './schema/index.ts';

const TABLES = new Map<string, SQLiteTable>(Object.values(schema).map((table) => [getTableName(table), table]));

/** The table of a name; undefined for a name that no table has. */
export function findTable(name: string): SQLiteTable | undefined {
  return TABLES.get(name);
}

/** Whether a table has a column. */
export function hasColumn(table: string, column: string): boolean {
  const found = TABLES.get(table);
  return found !== undefined && Object.hasOwn(getTableColumns(found), column);
}
