import { type SQL, sql } from 'drizzle-orm';
import type { RuleTable } from '../contracts/rule-tables.ts';
import type { LockedMonthsUsing } from '../crud/resource.ts';
import { isInForce } from '../platform/db/rule-versions.ts';

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

/** Fields of rules that no calculation reads. */
const REMARKS = ['description', 'note', 'rank', 'level', 'keisanyou', 'dept_id'];

/** For a rule: the locked months in which one of the rows counts. */
export function monthsUsingRule(rule: RuleTable): LockedMonthsUsing {
  return (ids, changed) =>
    changed.some((name) => !REMARKS.includes(name))
      ? sql`SELECT DISTINCT l.month FROM month_locks l CROSS JOIN (${ids}) i CROSS JOIN ${sql.identifier(rule.table)} t ON t.id = i.id
          WHERE l.status = 1 AND ${isInForce(rule, sql`l.month`)} ORDER BY l.month`
      : undefined;
}
