import { daysOf, personFilter } from '../month-close/record-paths.ts';

type Filters = Readonly<Record<string, string>>;

const CHECKED = ['total_point_standard_check_pass', 'point_check'];
const BOTH = ['total_point', 'total_worktime'];

/** Address of the jobs that a figure of these people is made of: as designers, as checkers, or both. */
export function personJobsPath(figure: string, people: readonly number[], { year, month }: Filters): string {
  const as = CHECKED.includes(figure) ? 'chekkusha_id' : BOTH.includes(figure) ? 'person_id' : 'user_id';
  return toDirects({ ...personFilter(people, as, `${as}s`), ...daysOfMonth(year, month) });
}

/** The same for a department, whose figures leave out work without a designer or checker. Id 0: jobs of no department; null: of all. */
export function departmentJobsPath(figure: string, department: number | null, { year, month, dept_grp_id, ...changed }: Filters): string {
  const done = CHECKED.includes(figure) ? 'chekkusha_id__empty' : BOTH.includes(figure) ? null : 'user_id__empty';
  return toDirects({
    ...(department !== null && (department === 0 ? { dept_id__empty: '1' } : { dept_id: String(department) })),
    ...(dept_grp_id && { dept_grp_id }),
    ...(done && { [done]: '0' }),
    ...daysOfMonth(year, month),
    ...(changed.updated_at__ge && { updated_at__ge: changed.updated_at__ge }),
    ...(changed.updated_at__le && { updated_at__le: changed.updated_at__le }),
  });
}

function daysOfMonth(year: string | undefined, month: string | undefined): Record<string, string> {
  const { from, to } = daysOf(Number(year), Number(month));
  return { exc_start_time: from, exc_end_time: to };
}

const toDirects = (filters: Record<string, string>): string => `/directs?${new URLSearchParams(filters)}`;
