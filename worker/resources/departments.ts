import { sql } from 'drizzle-orm';
import { departments } from '../contracts/entities/departments.ts';
import { defineResource } from '../crud/resource.ts';
import { departments as table } from '../db/schema/organisation.ts';
import { monthsUsingDepartment } from './locked-months.ts';

/** Admin sees every department, anybody else their own. */
export const departmentsResource = defineResource(departments, table, {
  scope: (actor) => (actor.roles.includes('Admin') ? {} : { where: sql`t.id = ${actor.department_id}` }),
  lockedMonthsUsing: monthsUsingDepartment,
});
