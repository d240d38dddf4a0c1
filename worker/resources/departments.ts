import { sql } from 'drizzle-orm';
import { departments } from '../contracts/entities/departments.ts';
import { defineResource } from '../crud/resource.ts';
import { departments as table } from '../platform/db/schema/organisation.ts';
import { visibleDepartment } from '../platform/department-scope.ts';
import { monthsUsingDepartment } from './locked-months.ts';

/** Admin sees every department, anybody else their own. */
export const departmentsResource = defineResource(departments, table, {
  scope: (actor) => {
    const visible = visibleDepartment(actor, 'figures');
    return visible === null ? {} : { where: sql`t.id = ${visible}` };
  },
  lockedMonthsUsing: monthsUsingDepartment,
});
