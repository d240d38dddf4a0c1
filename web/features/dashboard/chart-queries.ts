import type { DepartmentChartRow, UserChartRow } from '#contracts/calls/answers/dashboard.ts';
import { read } from '../../api/queries.ts';

/** The parameters of the calls: year, month, department, group, days of the last change. */
export type ChartFilters = Readonly<Record<string, string>>;

/** More people than any company that this is for has. */
const ALL_PEOPLE = 5000;

export const peopleQuery = (filters: ChartFilters) => ({
  queryKey: ['charts', filters],
  ...read<{ charts: UserChartRow[]; sum: Record<string, number> }>('charts', { ...filters, limit: ALL_PEOPLE }),
});

export const departmentsQuery = (filters: ChartFilters) => ({
  queryKey: ['charts', 'departments', filters],
  ...read<DepartmentChartRow[]>('home/get-all-group-by-dev', filters),
});
