import { type SQL, sql } from 'drizzle-orm';
import type { RuleTable } from '../../contracts/rule-tables.ts';

/** A month as YYYY-MM, or SQL that gives one. */
export type MonthOf = string | SQL;

/** Whether a row of the rule's table counts in a month: it has begun by then, and no newer version of its rule has. */
export function isInForce(rule: RuleTable, month: MonthOf, alias = 't'): SQL {
  const row = sql.raw(alias);
  // The first condition is that of the index of dated versions: it is empty until there are some.
  return sql`(${row}.valid_from <= ${month} AND NOT EXISTS (SELECT 1 FROM ${sql.identifier(rule.table)} n
    WHERE n.valid_from <> '' AND n.valid_from > ${row}.valid_from AND n.valid_from <= ${month} AND ${isSameRule(rule, sql`n`, row)}))`;
}

/** Whether two rows are versions of one rule. */
function isSameRule({ identity, byCode }: RuleTable, one: SQL, other: SQL): SQL {
  const collation = byCode ? sql` COLLATE NOCASE` : sql``;
  return sql.join(
    identity.map((column) => sql`${one}.${sql.identifier(column)} = ${other}.${sql.identifier(column)}${collation}`),
    sql` AND `,
  );
}

/** The row of the first version that a tsubo row follows from: itself, or the one it was copied from. */
export const originOf = (alias: string): SQL => sql`ifnull(${sql.raw(alias)}.copied_from, ${sql.raw(alias)}.id)`;
