import { sql } from 'drizzle-orm';
import { departmentGroups } from '../contracts/entities/department_groups.ts';
import { defineResource, type Values, type WriteContext } from '../crud/resource.ts';
import { departmentGroups as table } from '../db/schema/organisation.ts';
import { AppError } from '../errors.ts';
import { monthsUsingGroup } from './locked-months.ts';

/** Admin sees every group; Writer and Checked those of their department; anybody else their own group. */
export const departmentGroupsResource = defineResource(departmentGroups, table, {
  scope: ({ roles, department_id, dept_grp_id }) => {
    if (roles.includes('Admin')) return {};
    const staff = roles.includes('Writer') || roles.includes('Checked');
    return { where: staff ? sql`t.dept_id = ${department_id}` : sql`t.id = ${dept_grp_id}` };
  },
  guard: keepInDepartment,
  lockedMonthsUsing: monthsUsingGroup,
});

/** Only an Admin creates a group in another department than their own, or moves one there. */
function keepInDepartment({ dept_id }: Values, { actor }: WriteContext): void {
  if (dept_id !== undefined && dept_id !== actor.department_id && !actor.roles.includes('Admin')) throw new AppError('forbidden');
}
