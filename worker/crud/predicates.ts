import { type SQL, sql } from 'drizzle-orm';
import type { FilterTarget } from '../contracts/contract.ts';
import { isInForce } from '../platform/db/rule-versions.ts';
import { findFormColumn } from '../platform/db/tables.ts';
import { fold } from '../platform/text/fold.ts';
import { exactNameKey } from '../platform/text/match-name.ts';
import { sortKey } from '../platform/text/sort-key.ts';
import { formColumn } from '../platform/text/text-forms.ts';
import { type AppliedFilter, type ListQuery, targetsOf } from './query.ts';
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
export function buildSelection(resource: Resource, filters: readonly AppliedFilter[], scope: Scope = {}): Selection {
  const table = sql`${sql.identifier(resource.table)} t`;
  const texts = filters.filter((applied) => searchesTexts(resource, applied, scope));
  const others = filters.filter((applied) => !texts.includes(applied));
  const isAlone = others.length === 0 && !scope.where;
  const hits = findHits(resource, texts, scope, isAlone);
  const conditions = [
    ...(isAlone && hits ? [] : texts.filter(({ value }) => !isInSearchTable(value)).map((applied) => predicate(resource, applied, scope))),
    ...others.map((applied) => predicate(resource, applied, scope)),
    ...(scope.where ? [scope.where] : []),
  ];
  const from = hits ? sql`(${hits}) s CROSS JOIN ${table} ON t.id = s.id` : table;
  if (conditions.length === 0)
    return { rows: sql`FROM ${from}`, counted: sql`FROM ${hits ? sql`(${hits})` : table}`, unfiltered: !hits, hits };
  const rows = sql`FROM ${from} WHERE ${sql.join(conditions, sql` AND `)}`;
  return { rows, counted: rows, unfiltered: false };
}

/**
 * ORDER BY with ties broken by id in the same direction; of a related column first by its record, so that those of one name stand apart. With filters the `+` keeps the planner from walking the
 * order's index over the whole table instead of using the filter's.
 */
export function buildOrder(resource: Resource, { order, filters }: ListQuery, scope: Scope, byIndex: boolean): SQL {
  const { column, descending } = order;
  const { searchTable } = resource;
  const related = findRelatedSort(resource, column);
  const sorted = related
    ? sql`(SELECT r.${related.key} FROM ${related.table} r WHERE r.id = t.${related.ref})`
    : sql`t.${sql.identifier(findSortColumn(resource, column))}`;
  const direction = descending ? sql` DESC` : sql` ASC`;
  const words = searchTable === undefined ? filters.filter(({ isWord }) => isWord) : [];
  const ranks = words.flatMap((word) => rankWord(word, scope));
  const rank = ranks.length > 0 ? sql`${sql.join(ranks, sql` + `)} DESC, ` : sql``;
  const record = related ? sql`, t.${related.ref}${direction}` : sql``;
  return sql`ORDER BY ${rank}${byIndex ? sorted : sql`+${sorted}`}${direction}${record}, t.id${direction}`;
}

/** Where the value of `relation.field` is found; undefined for a column of the table itself. */
function findRelatedSort({ contract }: Resource, column: string) {
  const [name, field] = column.split('.') as [string, string?];
  const relation = contract.relations[name];
  if (!relation || field === undefined) return undefined;
  const table = tableNameOf(relation.entity);
  const key = sql.identifier(findFormColumn(table, field, ['sort', 'fold']));
  return { table: sql.identifier(table), ref: sql.identifier(relation.field), key };
}

/** The column by which a list is sorted by a field: of a text its form in the order of the alphabet, or else without case; in a long table what an index serves. */
export function findSortColumn({ contract, table, searchTable }: Resource, field: string): string {
  if (contract.fields[field]?.keyed) return formColumn(field, 'key');
  return findFormColumn(table, field, searchTable === undefined ? ['sort', 'fold'] : ['sort']);
}

/** How well a word fits the row's own texts: 2 where it stands alone ('Hoa' in 'Ngô Thị Hoa'), 1 where one begins with it, else 0. */
function rankWord({ filter, value }: AppliedFilter, scope: Scope): SQL[] {
  const own = targetsOf(filter, scope).filter(({ via }) => !via);
  const texts = own.map(({ field }) => sql`ifnull(t.${sql.identifier(formColumn(field, 'fold'))}, '')`);
  const text = sql`' ' || ${sql.join(texts, sql` || ' ' || `)} || ' '`;
  return texts.length === 0 ? [] : [sql`((${containsFolded(text, ` ${value}`)}) + (${containsFolded(text, ` ${value} `)}))`];
}

/** Whether a filter searches texts of the row's own, so that its hits may lead. */
function searchesTexts({ searchTable }: Resource, { filter }: AppliedFilter, scope: Scope): boolean {
  if (searchTable === undefined || filter.op !== 'contains') return false;
  const targets = targetsOf(filter, scope);
  return targets.some(({ via }) => !via) && targets.every(({ via }) => !via?.many);
}

/**
 * `SELECT … AS id` of the rows that have all texts of three characters and more, which the search table knows; with shorter ones too where
 * nothing else narrows the rows. Without a longer one the shorter ones lead, where they are alone.
 */
function findHits(resource: Resource, texts: readonly AppliedFilter[], scope: Scope, isAlone: boolean): SQL | undefined {
  const { long = [], short = [] } = Object.groupBy(texts, ({ value }) => (isInSearchTable(value) ? 'long' : 'short'));
  const leading = (long.length > 0 || !isAlone ? long : short).map((applied) => searchHits(resource, applied, scope));
  if (leading.length === 0) return undefined;
  const hits =
    leading.length === 1
      ? leading[0]!
      : sql.join(
          leading.map((ids) => sql`SELECT id FROM (${ids})`),
          sql` INTERSECT `,
        );
  if (!isAlone || long.length === 0 || short.length === 0) return hits;
  const rest = short.map((applied) => predicate(resource, applied, scope));
  return sql`SELECT t.id FROM (${hits}) s CROSS JOIN ${sql.identifier(resource.table)} t ON t.id = s.id WHERE ${sql.join(rest, sql` AND `)}`;
}

const isInSearchTable = (value: string | number) => [...fold(String(value))].length >= 3;

/**
 * `SELECT … AS id` of the rows in which a text is found: own texts by the search table or by the index that holds all of them, related names by
 * the index of the ref to them.
 */
function searchHits(resource: Resource, { filter, value }: AppliedFilter, scope: Scope): SQL {
  const table = sql`${sql.identifier(resource.table)} t`;
  const targets = targetsOf(filter, scope);
  const own = targets.filter(({ via }) => !via);
  const related = targets.flatMap(({ field, via }) =>
    via
      ? sql`SELECT t.id FROM ${sql.identifier(tableNameOf(via.entity))} r
        CROSS JOIN ${table} ON t.${sql.identifier(via.field)} = r.id WHERE ${comparison(sql`r`, 'contains', field, value)}`
      : [],
  );
  return sql.join([ownHits(resource, own, value), ...related], sql` UNION `);
}

function ownHits(resource: Resource, own: readonly FilterTarget[], value: string | number): SQL {
  if (!isInSearchTable(value)) {
    const met = own.map(({ field }) => comparison(sql`t`, 'contains', field, value));
    return sql`SELECT t.id FROM ${sql.identifier(resource.table)} t WHERE ${sql.join(met, sql` OR `)}`;
  }
  const [search, fields] = [sql.identifier(resource.searchTable!), own.map(({ field }) => field).join(' ')];
  return sql`SELECT rowid AS id FROM ${search} WHERE ${search} MATCH ${`{${fields}} : "${fold(String(value)).replaceAll('"', '""')}"`}`;
}

/** How a filter compares the values of its targets. */
type Comparison = Exclude<AppliedFilter['filter']['op'], 'in_force'>;

/** True for the rows that meet a filter in one of its targets. */
function predicate({ table }: Resource, { filter, value }: AppliedFilter, scope: Scope): SQL {
  if (filter.op === 'in_force') return isInForce(filter.rule!, String(value));
  const { op } = filter;
  const met = targetsOf(filter, scope).map((target) => targetPredicate(op, target, value, table));
  return met.length === 1 ? met[0]! : met.length === 0 ? sql`0` : sql`(${sql.join(met, sql` OR `)})`;
}

/** True for the rows, on alias t of the table `own`, whose target meets a value; a text equals those that read alike. */
export function targetPredicate(op: Comparison, { field, via, keyed }: FilterTarget, value: string | number, own: string): SQL {
  const text = typeof value === 'string' && op === 'equals' ? findFormColumn(via ? tableNameOf(via.entity) : own, field, ['sort']) : field;
  const met = comparison(via ? sql`r` : sql`t`, op, text, text === field ? value : sortKey(String(value)));
  const key = sql`t.${sql.identifier(formColumn(field, 'key'))}`;
  if (keyed && op === 'equals') return sql`(${key} = ${exactNameKey(String(value))} OR ifnull(${key}, '') = '' AND ${met})`;
  if (!via) return met;
  const [ref, table] = [sql`t.${sql.identifier(via.field)}`, sql`${sql.identifier(tableNameOf(via.entity))} r`];
  if (via.many) return sql`EXISTS (SELECT 1 FROM json_each(${ref}) j JOIN ${table} ON r.id = j.value WHERE ${met})`;
  return sql`${ref} IN (SELECT r.id FROM ${table} WHERE ${met})`;
}

function comparison(alias: SQL, op: Comparison, field: string, value: string | number): SQL {
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
      return containsFolded(sql`${alias}.${sql.identifier(formColumn(field, 'fold'))}`, String(value));
  }
}

/** True where a column of folded texts contains the text, as `fold` compares them. */
export function containsFolded(column: SQL, text: string): SQL {
  return sql`${column} LIKE ${`%${fold(text).replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
}
