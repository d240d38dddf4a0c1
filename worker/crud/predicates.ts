import { type SQL, sql } from 'drizzle-orm';
import { fold } from '../text/fold.ts';
import type { AppliedFilter, ListQuery } from './query.ts';
import { type Resource, type Scope, tableNameOf } from './resource.ts';

export interface Selection {
  /** `FROM table t WHERE …`, the search table first where a text search leads. */
  rows: SQL;
  /** The same rows to be counted: the search table alone where nothing else narrows them. */
  counted: SQL;
  /** Nothing but the order's own index narrows the rows. */
  unfiltered: boolean;
  /** `SELECT … AS id` of a text search that nothing else narrows. */
  hits?: SQL;
}

/** The rows a query means, on alias t. */
export function selectionOf(resource: Resource, filters: readonly AppliedFilter[], scope: Scope = {}): Selection {
  const table = sql`${sql.identifier(resource.table)} t`;
  const searched = filters.filter((applied) => isIndexedSearch(resource, applied));
  const conditions = filters.filter((applied) => !searched.includes(applied)).map((applied) => predicate(applied));
  if (scope.where) conditions.push(scope.where);
  const narrowed = (from: SQL, all: SQL[]) => (all.length === 0 ? sql`FROM ${from}` : sql`FROM ${from} WHERE ${sql.join(all, sql` AND `)}`);
  if (searched.length === 0) {
    const rows = narrowed(table, conditions);
    return { rows, counted: rows, unfiltered: conditions.length === 0 };
  }
  const search = sql.identifier(resource.searchTable!);
  const match = sql`${search} MATCH ${searched.map(phrase).join(' AND ')}`;
  const rows = narrowed(sql`${search} s CROSS JOIN ${table} ON t.id = s.rowid`, [match, ...conditions]);
  if (conditions.length > 0) return { rows, counted: rows, unfiltered: false };
  const counted = narrowed(sql`${search}`, [match]);
  return { rows, counted, unfiltered: false, hits: sql`SELECT rowid AS id ${counted}` };
}

/**
 * ORDER BY with ties broken by id in the same direction. With filters the `+` keeps the planner from walking the
 * order's index over the whole table instead of using the filter's.
 */
export function orderOf({ columns }: Resource, { column, descending }: ListQuery['order'], byIndex: boolean): SQL {
  const sorted = sql`t.${sql.identifier(columns.has(`${column}_sort`) ? `${column}_sort` : column)}`;
  const direction = descending ? sql` DESC` : sql` ASC`;
  return sql`ORDER BY ${byIndex ? sorted : sql`+${sorted}`}${direction}, t.id${direction}`;
}

function isIndexedSearch(resource: Resource, { filter, value }: AppliedFilter): boolean {
  return resource.searchTable !== undefined && filter.op === 'contains' && !filter.via && [...fold(String(value))].length >= 3;
}

function phrase({ filter, value }: AppliedFilter): string {
  return `${filter.field} : "${fold(String(value)).replaceAll('"', '""')}"`;
}

function predicate({ filter, value }: AppliedFilter): SQL {
  if (filter.alternative)
    return sql`(${comparison(sql`t`, filter.op, filter.field, value)} OR ${comparison(sql`t`, filter.op, filter.alternative, value)})`;
  if (!filter.via) return comparison(sql`t`, filter.op, filter.field, value);
  const inner = comparison(sql`r`, filter.op, filter.field, value);
  return sql`t.${sql.identifier(filter.via.field)} IN (SELECT r.id FROM ${sql.identifier(tableNameOf(filter.via.entity))} r WHERE ${inner})`;
}

function comparison(alias: SQL, op: AppliedFilter['filter']['op'], field: string, value: string | number): SQL {
  const column = sql`${alias}.${sql.identifier(field)}`;
  switch (op) {
    case 'equals':
      return sql`${column} = ${value}`;
    case 'from':
      return sql`${column} >= ${value}`;
    case 'until':
      return sql`${column} <= ${value}`;
    case 'in':
      return sql`${column} IN (SELECT value FROM json_each(${value}))`;
    case 'empty':
      return value === 1 ? sql`${column} IS NULL` : sql`${column} IS NOT NULL`;
    case 'contains':
      return containsFolded(sql`${alias}.${sql.identifier(`${field}_fold`)}`, String(value));
  }
}

/** True where a column of folded texts contains the text, whatever its case, accents and width. */
export function containsFolded(column: SQL, text: string): SQL {
  return sql`${column} LIKE ${`%${fold(text).replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
}
