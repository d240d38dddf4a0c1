import { type SQL, sql } from 'drizzle-orm';
import { CALCULATION_RULES, type RuleTable } from '../../contracts/rule-tables.ts';
import type { MonthOf } from '../../platform/db/rule-versions.ts';

/** Whether a history row of alias h changes a rule that the month may go by: not where the version begins later, before and after. */
export function changesRulesOf(month: MonthOf, rules: readonly RuleTable[]): SQL {
  const begun = (side: SQL) => sql`(${side} IS NOT NULL AND ifnull(${side} ->> '$.valid_from', '') <= ${month})`;
  return sql`(${isOfRule(rules)} AND (${begun(sql`h.after`)} OR ${begun(sql`h.before`)}))`;
}

/** The number of the last history row of a rule that the month goes by, which no clock can turn around. */
export function selectLastRuleChange(month: MonthOf): SQL {
  return sql`(SELECT h.id FROM history h INDEXED BY history_of_rules WHERE ${changesRulesOf(month, CALCULATION_RULES)} ORDER BY h.id DESC LIMIT 1)`;
}

/** The number of the last history row of any rule. */
export const LAST_RULE_WRITE = sql`(SELECT h.id FROM history h INDEXED BY history_of_rules WHERE ${isOfRule(CALCULATION_RULES)} ORDER BY h.id DESC LIMIT 1)`;

/** Written out, as the index `history_of_rules` has it: a parameter would not match. */
export function isOfRule(rules: readonly RuleTable[] = CALCULATION_RULES): SQL {
  return sql.raw(`h.entity IN (${rules.map(({ table }) => `'${table}'`).join(', ')})`);
}

/** The month whose rules apply to a direct: that of its return date, or the present one while it has none. */
export function selectMonthOfDirect(id: number, today: string): SQL {
  return sql`ifnull((SELECT substr(henkyaku_hi, 1, 7) FROM directs WHERE id = ${id}), ${today.slice(0, 7)})`;
}
