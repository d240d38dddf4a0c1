import { type SQL, sql } from 'drizzle-orm';
import type { LockedMonthsUsing } from '../crud/resource.ts';

/**
 * For an entity that the totals of a month name: which locked months go on showing the former value of these fields. `usesIt` is a condition on
 * a sealed row of alias r.
 */
function lockedMonthsUsing(fields: readonly string[], usesIt: (id: number) => SQL): LockedMonthsUsing {
  return (id, changed) =>
    changed.some((name) => fields.includes(name))
      ? sql`SELECT DISTINCT l.month FROM month_locks l CROSS JOIN month_seal_rows r ON r.seal_id = l.seal_id
          WHERE l.status = 1 AND r.kind = 'totals' AND ${usesIt(id)} ORDER BY l.month`
      : undefined;
}

const PERSON = ['name', 'username', 'code', 'employee_code', 'area', 'active', 'position_id', 'department_id', 'dept_grp_id'];

export const monthsUsingPerson = lockedMonthsUsing(PERSON, (id) => sql`r.user_id = ${id}`);
export const monthsUsingFactor = lockedMonthsUsing(['point'], (id) => sql`r.row ->> '$.rating.pro_point_id' = ${id}`);
export const monthsUsingPosition = lockedMonthsUsing(['name'], (id) => sql`r.row ->> '$.position_id' = ${id}`);
export const monthsUsingDepartment = lockedMonthsUsing(['name'], (id) => sql`r.dept_id = ${id}`);
export const monthsUsingGroup = lockedMonthsUsing(['group_name'], (id) => sql`r.dept_grp_id = ${id}`);
