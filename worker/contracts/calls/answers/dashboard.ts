import * as z from 'zod';
import '../../field-schemas.ts';
import { envelope } from './envelope.ts';
import { sealedDepartmentChart, sealedUserChart, sealState } from './month-seals.ts';

/** A person's month on the dashboard. */
export const userChartRow = () =>
  sealedUserChart().omit({ department: true, department_group: true }).extend({ departmentName: z.string().nullable() });
export type UserChartRow = z.infer<ReturnType<typeof userChartRow>>;

/** `GET /charts`: the people of the page, the sums over all of them, and the seal of a locked month. */
export const userCharts = () =>
  envelope(userChartRow())
    .omit({ data: true })
    .extend({
      charts: userChartRow().array(),
      sum: userChartRow().omit({ user_id: true, username: true, name: true, departmentName: true }),
      sealed: sealState(),
    });

/** Sums of one month, YYYY-MM. */
export const trendMonth = () =>
  userChartRow()
    .pick({ total_point: true, total_unit: true, total_tsubo: true, total_worktime: true, total_difficulty_coefficient: true })
    .extend({ month: z.string() });

/** A department's month on the dashboard, by the department the directs themselves carry. Id null: of no department. */
export const departmentChartRow = () =>
  sealedDepartmentChart()
    .omit({ department: true, dept_grp_id: true })
    .extend({ id: z.number().nullable(), name: z.string(), total_point: z.number() });
export type DepartmentChartRow = z.infer<ReturnType<typeof departmentChartRow>>;
