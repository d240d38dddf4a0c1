import { type SQL, sql } from 'drizzle-orm';
import { RULE_TABLES, type RuleTable } from '../contracts/rule-tables.ts';
import type { LockedMonthsUsing } from '../crud/resource.ts';
import { inMonthOf } from '../platform/db/date-ranges.ts';
import { isInForce, selectIdentity } from '../platform/db/rule-versions.ts';
import { readFormColumn } from '../platform/text/text-forms.ts';

/**
 * For an entity that the totals of a month name: which locked months go on showing the former value of these fields. `usesIt` is a condition on
 * a sealed row of alias r.
 */
function lockedMonthsUsing(fields: readonly string[], usesIt: (ids: SQL) => SQL): LockedMonthsUsing {
  return (ids, changed) =>
    changed.some((name) => fields.includes(name))
      ? sql`SELECT DISTINCT l.month FROM month_locks l CROSS JOIN month_seal_rows r ON r.seal_id = l.seal_id
          WHERE l.status = 1 AND r.kind = 'totals' AND ${usesIt(sql`(${ids})`)} ORDER BY l.month`
      : undefined;
}

const PERSON = ['name', 'username', 'code', 'employee_code', 'area', 'active', 'position_id', 'department_id', 'dept_grp_id'];

export const monthsUsingPerson = lockedMonthsUsing(PERSON, (ids) => sql`r.user_id IN ${ids}`);
export const monthsUsingFactor = lockedMonthsUsing(['point'], (ids) => sql`r.row ->> '$.rating.pro_point_id' IN ${ids}`);
export const monthsUsingPosition = lockedMonthsUsing(['name'], (ids) => sql`r.row ->> '$.position_id' IN ${ids}`);
export const monthsUsingDepartment = lockedMonthsUsing(['name'], (ids) => sql`r.dept_id IN ${ids}`);
export const monthsUsingGroup = lockedMonthsUsing(['group_name'], (ids) => sql`r.dept_grp_id IN ${ids}`);

/** Columns of rules that no calculation reads. */
const REMARKS = ['description', 'note', 'rank', 'level', 'keisanyou', 'dept_id', 'updated_at'];
const isRemark = (column: string): boolean => REMARKS.includes(readFormColumn(column)?.field ?? column);

/** For a rule: the locked months in which one of the rows counts for some job. */
export function monthsUsingRule(rule: RuleTable): LockedMonthsUsing {
  const { standards } = RULE_TABLES;
  const month = sql`l.month`;
  // By the index of the customer and the date.
  const jobs = (alias: SQL) => sql`directs d ON d.customer_id = ${alias}.customer_id AND +d.work_category_id = ${alias}.work_category_id
    AND ${inMonthOf(sql`d.henkyaku_hi`, month)}`;
  const used =
    rule.table === standards.table
      ? sql`CROSS JOIN ${jobs(sql`t`)}`
      : sql`CROSS JOIN standards s ON ${selectIdentity(rule, sql`s`, 'scale_code')} = ${selectIdentity(rule, sql`t`, rule.identity[0]!)}
          AND ${isInForce(standards, month, 's')} CROSS JOIN ${jobs(sql`s`)}`;
  return (ids, changed) =>
    !changed.every(isRemark)
      ? sql`SELECT l.month FROM month_locks l WHERE l.status = 1 AND EXISTS (SELECT 1 FROM (${ids}) i
          CROSS JOIN ${sql.identifier(rule.table)} t ON t.id = i.id AND ${isInForce(rule, month)} ${used}) ORDER BY l.month`
      : undefined;
}
