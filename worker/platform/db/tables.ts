import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { formColumn, type TextForm } from '../text/text-forms.ts';
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

/** The column in which a table keeps the first of some forms of a field that it has; the field itself where it has none. */
export function findFormColumn(table: string, field: string, forms: readonly TextForm[]): string {
  return forms.map((form) => formColumn(field, form)).find((column) => hasColumn(table, column)) ?? field;
}
