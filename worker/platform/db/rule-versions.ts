import { type SQL, sql } from 'drizzle-orm';
import { formColumn } from '../text/text-forms.ts';

/** A table whose rows are versions of rules: those of one rule are equal in the columns of `identity`, a code by its key. */
interface VersionedTable {
  table: string;
  identity: readonly string[];
  byCode?: true;
}

/** A month as YYYY-MM, or SQL that gives one. */
export type MonthOf = string | SQL;

/**
 * Whether a row of the rule's table counts in a month: it has begun by then, and no newer version of its rule has. Of one month the newest versions
 * are found once for all rows; where each row names its own, they are looked for row by row, by the index of dated versions.
 */
export function isInForce(rule: VersionedTable, month: MonthOf, alias = 't'): SQL {
  const row = sql.raw(alias);
  if (typeof month === 'string') return isNewest(rule, month, row);
  // The first condition is that of the index of dated versions: it is empty until there are some.
  return sql`(${row}.valid_from <= ${month} AND NOT EXISTS (SELECT 1 FROM ${sql.identifier(rule.table)} n
    WHERE n.valid_from <> '' AND n.valid_from > ${row}.valid_from AND n.valid_from <= ${month} AND ${isSameRule(rule, sql`n`, row)}))`;
}

/** The same by a set of the newest versions of all rules. A row that lacks a part of its identity is a rule of its own. */
function isNewest(rule: VersionedTable, month: string, row: SQL): SQL {
  const identityOf = (alias: SQL) => rule.identity.map((column) => selectIdentity(rule, alias, column));
  const of = identityOf(sql`n`);
  const newest = sql`SELECT ${asOneValue([...of, sql`max(n.valid_from)`])} FROM ${sql.identifier(rule.table)} n
    WHERE n.valid_from <= ${month} GROUP BY ${sql.join(of, sql`, `)}`;
  const own = identityOf(row);
  const lacksPart = own.map((part) => sql`${part} IS NULL`);
  return sql`(${row}.valid_from <= ${month} AND (${sql.join(lacksPart, sql` OR `)} OR ${asOneValue([...own, sql`${row}.valid_from`])} IN (${newest})))`;
}

/** Several values as one that is never null: of a tuple that is not in a set SQLite looks through the whole set for nulls, row by row. */
export const asOneValue = (parts: readonly SQL[]): SQL => sql`json_array(${sql.join([...parts], sql`, `)})`;

/** The last month (YYYY-MM) in which a row of alias t counts, NULL where no newer version of its rule ends it. */
export function selectValidTo(rule: VersionedTable): SQL {
  return sql`(SELECT substr(date(min(n.valid_from) || '-01', '-1 month'), 1, 7) FROM ${sql.identifier(rule.table)} n
    WHERE n.valid_from <> '' AND n.valid_from > t.valid_from AND ${isSameRule(rule, sql`n`, sql`t`)})`;
}

/** The key of a code as SQL, of a row's columns by `cell`. A row without a key is of before the keys, or has the code of an earlier row. */
export const selectCodeKey = (code: string, cell: (column: string) => SQL): SQL =>
  sql`ifnull(${cell(formColumn(code, 'key'))}, lower(${cell(code)}))`;

/** A column of `identity` as rules are told apart by it: a code by its key. */
export function selectIdentity({ byCode }: Pick<VersionedTable, 'byCode'>, alias: SQL, column: string): SQL {
  const cell = (name: string) => sql`${alias}.${sql.identifier(name)}`;
  return byCode ? selectCodeKey(column, cell) : cell(column);
}

/** Whether two rows are versions of one rule. */
export function isSameRule(rule: VersionedTable, one: SQL, other: SQL): SQL {
  return sql.join(
    rule.identity.map((column) => sql`${selectIdentity(rule, one, column)} = ${selectIdentity(rule, other, column)}`),
    sql` AND `,
  );
}

/** The row of the first version that a tsubo row follows from: itself, or the one it was copied from. */
export const originOf = (alias: string): SQL => sql`ifnull(${sql.raw(alias)}.copied_from, ${sql.raw(alias)}.id)`;

/** Of deleted rows of rules (`versionOf`): the months (YYYY-MM) from which their rules count now, where a later version than the deleted one is the first. */
export function selectBeginnings(rule: VersionedTable, versions: readonly (readonly unknown[])[]): SQL {
  const list = JSON.stringify(versions);
  const isSame = rule.identity.map((column, at) => sql`${selectIdentity(rule, sql`n`, column)} = j.value ->> ${sql.raw(String(at + 1))}`);
  return sql`SELECT DISTINCT month FROM (SELECT j.value ->> 0 AS deleted, (SELECT min(n.valid_from) FROM ${sql.identifier(rule.table)} n
    WHERE ${sql.join(isSame, sql` AND `)}) AS month FROM json_each(${list}) j) WHERE month > deleted ORDER BY month`;
}

/** Which versions of a table rows may be written into: those that are there, one that is not there yet, or any, which the caller judges. */
export type TableVersions = 'present' | 'new' | 'any';

/**
 * The arm of a CASE for a row of a table, whose versions are all rows of a code and a month: a row may be dated only where the version is there,
 * so that none has a part of its rows, and the rows of a new version only where it is not. `after` gives a column as it will be.
 */
export function findTableProblem(rule: VersionedTable, after: (column: string) => SQL, versions: Exclude<TableVersions, 'any'>): SQL {
  const { table, identity } = rule;
  const isSame = identity.map((column) => sql`${selectIdentity(rule, sql`o`, column)} = ${selectCodeKey(column, after)}`);
  const rows = sql`SELECT 1 FROM ${sql.identifier(table)} o WHERE ${sql.join(isSame, sql` AND `)}`;
  const month = after('valid_from');
  const version = sql`EXISTS (${rows} AND o.valid_from <> '' AND o.valid_from = ${month})`;
  return versions === 'new'
    ? sql`WHEN ${version} THEN json_array('version_taken', ${month})`
    : sql`WHEN ${month} <> '' AND EXISTS (${rows}) AND NOT ${version} THEN json_array('version_missing', ${month})`;
}

/** The problem of a row whose unique key another row has: of a dated version of a rule the month that it has already, else `taken`. */
export function selectTakenKey(rule: VersionedTable | undefined, after: (column: string) => SQL, taken: SQL): SQL {
  const month = after('valid_from');
  return rule ? sql`iif(${month} > '', json_array('version_taken', ${month}), ${taken})` : taken;
}
