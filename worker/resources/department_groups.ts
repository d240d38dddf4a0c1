import { sql } from 'drizzle-orm';
import { departmentGroups } from '../contracts/entities/department_groups.ts';
import type { Values } from '../contracts/fields.ts';
import { isGranted, STAFF } from '../contracts/roles.ts';
import { defineResource, type WriteContext } from '../crud/resource.ts';
import { departmentGroups as table } from '../platform/db/schema/organisation.ts';
import { isDepartmentVisible, visibleDepartment } from '../platform/department-scope.ts';
import { AppError } from '../platform/errors.ts';
import { monthsUsingGroup } from './locked-months.ts';

/** Admin sees every group; Writer and Checked those of their department; anybody else their own group. */
export const departmentGroupsResource = defineResource(departmentGroups, table, {
  scope: (actor) => {
    const visible = visibleDepartment(actor, 'people');
    if (visible === null) return {};
    return { where: isGranted(actor.roles, STAFF) ? sql`t.dept_id = ${visible}` : sql`t.id = ${actor.dept_grp_id}` };
  },
  guard: keepInDepartment,
  lockedMonthsUsing: monthsUsingGroup,
});

/** Only an Admin creates a group in another department than their own, or moves one there. */
function keepInDepartment({ dept_id }: Values, { actor }: WriteContext): void {
  if (dept_id !== undefined && !isDepartmentVisible(dept_id, visibleDepartment(actor, 'people'))) throw new AppError('forbidden');
}
