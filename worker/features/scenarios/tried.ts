import { type SQL, sql } from 'drizzle-orm';
import { DATED_RULES, type RuleTable } from '../../contracts/rule-tables.ts';
import { asOneValue, isInForce, selectCodeKey, selectIdentity } from '../../platform/db/rule-versions.ts';
import { jsonPath, mergedRows, RULE_COLUMNS, rowsOf, withTables } from './shadow.ts';

/**
 * The rules that a month is tried with: a rule that the scenario changes counts in every month as it does in `from`, those after it included
 * until a newer version; every other rule as it is in force then. `from` is a month, or empty: as the rows of the scenario say.
 */
export function shadowTriedRules(id: number, from: string): SQL {
  return withTables(
    DATED_RULES.flatMap((rule) => {
      const merged = `scenario_${rule.table}`;
      const columns = RULE_COLUMNS.get(rule.table)!.map((name) =>
        name === 'valid_from' ? triedFrom(rule, id, merged, from) : named('t', name),
      );
      return [
        sql`${sql.identifier(merged)} AS NOT MATERIALIZED (${mergedRows(rule.table, id)})`,
        sql`${sql.identifier(rule.table)} AS MATERIALIZED (SELECT ${sql.join(columns, sql`, `)} FROM ${sql.identifier(merged)} t)`,
      ];
    }),
  );
}

/**
 * Whether a row of alias t is of a rule that the scenario changes: by what the rule is now, or by what it was. The changed rules are listed once for
 * all rows, as a scenario may change thousands.
 */
export function isChangedRule(rule: RuleTable, id: number): SQL {
  const changed = [sql`s.row`, sql`s.base`].map((row) => {
    const cell = (name: string) => sql`(${row} ->> ${jsonPath(name)})`;
    const identity = rule.identity.map((name) => (rule.byCode ? selectCodeKey(name, cell) : cell(name)));
    const isKnown = identity.map((part) => sql`${part} IS NOT NULL`);
    return sql`SELECT ${asOneValue(identity)} FROM ${rowsOf(rule.table, id)} AND ${sql.join(isKnown, sql` AND `)}`;
  });
  const own = rule.identity.map((name) => selectIdentity(rule, sql`t`, name));
  return sql`${asOneValue(own)} IN (${sql.join(changed, sql` UNION `)})`;
}

const NEVER = '9999-12';

/** Versions of a changed rule that another one replaces count in no month. */
function triedFrom(rule: RuleTable, id: number, merged: string, from: string): SQL {
  const counts = isInForce({ ...rule, table: merged }, from);
  return sql`CASE WHEN t.valid_from > ${from} THEN t.valid_from WHEN t.valid_from = '' AND ${counts} THEN ''
    WHEN NOT ${isChangedRule(rule, id)} THEN t.valid_from WHEN ${counts} THEN '' ELSE ${NEVER} END AS valid_from`;
}

const named = (alias: string, name: string): SQL => sql`${sql.raw(alias)}.${sql.identifier(name)}`;
