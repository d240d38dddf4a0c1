import { sql } from 'drizzle-orm';
import { departmentGroups } from '../contracts/entities/department_groups.ts';
import { resource } from '../crud/resource.ts';
import { departmentGroups as table } from '../db/schema/organisation.ts';

/** Admin sees every group; Writer and Checked those of their department; anybody else their own group. */
export const departmentGroupsResource = resource(departmentGroups, table, {
  scope: ({ roles, department_id, dept_grp_id }) => {
    if (roles.includes('Admin')) return {};
    const staff = roles.includes('Writer') || roles.includes('Checked');
    return { where: staff ? sql`t.dept_id = ${department_id}` : sql`t.id = ${dept_grp_id}` };
  },
});
