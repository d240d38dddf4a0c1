import { sql } from 'drizzle-orm';
import type { DepartmentChartRow } from '../../contracts/calls/answers/dashboard.ts';
import type { SealedDepartmentChart } from '../../contracts/calls/answers/month-seals.ts';
import type { Named } from '../../contracts/calls/answers/row.ts';
import { DEPARTMENT_CHART_SUMMED, type DepartmentChartSum, NO_DEPARTMENT_LABEL } from '../../contracts/calls/dashboard.ts';
import { departmentChartFields } from '../../contracts/calls/declared/dashboard.ts';
import type { Grant } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { isWithin } from '../../platform/db/date-ranges.ts';
import { type ReadOn, selectInPieces } from '../../platform/db/pieces.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, readValue } from '../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../platform/department-scope.ts';
import { type CallValues, parseParams } from '../../platform/parse-call.ts';
import { roundDecimal, roundPoints } from '../../platform/text/rounding.ts';
import { sortKey } from '../../platform/text/sort-key.ts';
import { type Period, resolvePeriod } from '../totals/period.ts';
import {
  isNotSealed,
  NO_SEALS,
  type SealRowCell,
  type Seals,
  sealsInForce,
  selectOpenMonth,
  selectSealRows,
  selectSeals,
} from '../totals/seals-in-force.ts';

type Asked = CallValues<typeof departmentChartFields>;

/**
 * `GET /home/get-all-group-by-dev`: the month of every department in scope, by the department that each direct carries, and of what
 * belongs to none. Work counts where a person did it, as in the chart per person, so that both have the same sums. One round trip.
 */
export async function listDepartmentCharts(caller: Caller, grant: Grant, params: URLSearchParams): Promise<DepartmentChartRow[]> {
  const asked = await authorizeThenValidate(caller, grant, () => parseParams(departmentChartFields, params, caller.lang));
  const period = resolvePeriod(asked, caller.clock.today(), caller.lang);
  const seals = sealsInForce(period);
  // By the day of their last write, records of locked months are looked at too: the lock keeps them as they were.
  const summedSeals = asked.updated_at__ge || asked.updated_at__le ? NO_SEALS : seals;
  const { results } = await caller.read(grant, (actor) => {
    const department = visibleDepartment(actor, 'figures', asked.dept_id);
    return {
      departments: selectDepartments(period, seals, department),
      work: selectWork(period, summedSeals, department, asked),
      seals: selectSeals(seals),
      published: selectSealRows(seals, 'department_charts', { department }),
    };
  });
  const present = await results.departments(caller);
  const published = await results.published(caller);
  const lastIsOpen = results.seals.at(-1)?.month !== period.months.at(-1);
  const named = namesOf(published, present, lastIsOpen);
  const sealed = summedSeals === NO_SEALS ? [] : published.map(([, , row]) => row).filter((row) => isInGroup(row, asked.dept_grp_id));
  return toChartRows(named, [...sealed, ...results.work.map(toWork)], caller);
}

export type DepartmentCell = [id: number, name: string, name_sort: string | null];
export type WorkCell = [
  dept_id: number | null,
  dept_grp_id: number | null,
  tsubo: number,
  minutes: number,
  difficulty: number,
  unit: number,
  design: number,
  check: number,
];

/** The departments as they are now; none where seals answer the whole period. */
export function selectDepartments(period: Period, seals: Seals, department: number | null): Query<ReadOn<Promise<DepartmentCell[]>>> {
  return selectInPieces(
    (after = 0) => sql`SELECT json_array(p.id, p.name, p.name_sort) AS cells FROM ${selectOpenMonth(period, seals)} CROSS JOIN departments p
    WHERE p.id > ${after} ${department === null ? sql`` : sql`AND p.id = ${department}`} ORDER BY p.id`,
  );
}

/** Sums of designed and checked work by department and group, in the months that no seal answers. */
export function selectWork(period: Period, seals: Seals, department: number | null, asked: Asked = {}): Query<WorkCell[]> {
  const conditions = [
    isWithin(sql`d.henkyaku_hi`, period),
    isNotSealed(sql`d.henkyaku_hi`, period, seals),
    ...(department === null ? [] : [sql`d.dept_id = ${department}`]),
    ...(asked.dept_grp_id ? [sql`d.dept_grp_id = ${asked.dept_grp_id}`] : []),
    ...(asked.updated_at__ge ? [sql`d.updated_at >= ${asked.updated_at__ge}`] : []),
    ...(asked.updated_at__le ? [sql`d.updated_at <= ${`${asked.updated_at__le} 23:59:59`}`] : []),
  ];
  const designed = (column: string) => sql`ifnull(SUM(iif(d.user_id IS NULL, 0, d.${sql.identifier(column)})), 0)`;
  const checkedBy = (column: string) => sql`ifnull(SUM(iif(d.chekkusha_id IS NULL, 0, d.${sql.identifier(column)})), 0)`;
  const packed = sql`SELECT json_group_array(json_array(dept_id, dept_grp_id, tsubo, minutes, difficulty, unit, design, checked)) AS packed
    FROM (SELECT d.dept_id, d.dept_grp_id, ${designed('tsubosuu')} AS tsubo, ${designed('sagyou_jikan')} + ${checkedBy('chekkku_jikan')} AS minutes,
        ${designed('complex_factor')} AS difficulty, COUNT(d.user_id) AS unit, ${designed('result_design_point')} AS design,
        ${checkedBy('result_check_point')} AS checked
      FROM ${selectOpenMonth(period, seals)} CROSS JOIN directs d WHERE ${sql.join(conditions, sql` AND `)} GROUP BY d.dept_id, d.dept_grp_id)`;
  return query(packed, readValue(asJson<WorkCell[]>()));
}

type Work = Omit<SealedDepartmentChart, 'department'> & { department: Pick<Named, 'id'> | null };

function toWork([dept_id, dept_grp_id, tsubo, minutes, difficulty, unit, design, check]: WorkCell): Work {
  return {
    department: dept_id === null ? null : { id: dept_id },
    dept_grp_id,
    total_tsubo: tsubo,
    total_worktime: minutes,
    total_complex_factor: difficulty,
    total_unit: unit,
    point_design: design,
    point_check: check,
  };
}

/** The rows of the chart as a seal keeps them: every department, with a row for each of its groups that worked. */
export function toSealedDepartmentCharts(departments: readonly DepartmentCell[], work: readonly WorkCell[]): SealedDepartmentChart[] {
  const rows = work.map(toWork).map((row): SealedDepartmentChart => {
    const department = departments.find(([id]) => id === row.department?.id);
    return { ...roundWork(row), department: department ? { id: department[0], name: department[1] } : null };
  });
  const idle = departments.filter(([id]) => !rows.some(({ department }) => department?.id === id));
  return [...rows, ...idle.map(([id, name]) => ({ ...toWork([id, null, 0, 0, 0, 0, 0, 0]), department: { id, name } }))].sort(
    (a, b) => (a.department?.id ?? Infinity) - (b.department?.id ?? Infinity) || (a.dept_grp_id ?? 0) - (b.dept_grp_id ?? 0),
  );
}

/** Rounds binary noise away, to more places than a shown figure has: groups are added up before they are rounded. */
function roundWork(work: Work): Work {
  const { total_tsubo, total_complex_factor, point_design, point_check } = work;
  return {
    ...work,
    total_tsubo: roundDecimal(total_tsubo, 6, 'half'),
    total_complex_factor: roundDecimal(total_complex_factor, 6, 'half'),
    point_design: roundDecimal(point_design, 6, 'half'),
    point_check: roundDecimal(point_check, 6, 'half'),
  };
}

function isInGroup({ dept_grp_id }: SealedDepartmentChart, group: number | null | undefined): boolean {
  return !group || dept_grp_id === group;
}

/** Each department with the name it has in the last of the months, and what that name is sorted by. */
function namesOf(
  published: readonly SealRowCell<SealedDepartmentChart>[],
  present: readonly DepartmentCell[],
  lastIsOpen: boolean,
): Map<number, { name: string; name_sort: string }> {
  const sealed = published.flatMap(([, name_sort, { department }]) =>
    department ? [[department.id, { name: department.name, name_sort: name_sort ?? sortKey(department.name) }] as const] : [],
  );
  const now = present.map(([id, name, name_sort]) => [id, { name, name_sort: name_sort ?? sortKey(name) }] as const);
  return new Map(lastIsOpen ? [...sealed, ...now] : [...now, ...sealed]);
}

function toChartRows(
  named: ReadonlyMap<number, { name: string; name_sort: string }>,
  work: readonly Work[],
  caller: Caller,
): DepartmentChartRow[] {
  const byDepartment = Map.groupBy(work, ({ department }) => (department && named.has(department.id) ? department.id : null));
  const inOrder = [...named].sort(([, a], [, b]) => (a.name_sort < b.name_sort ? -1 : a.name_sort > b.name_sort ? 1 : 0));
  const rows = inOrder.map(([id, { name }]) => ({ id, name, ...sumWork(byDepartment.get(id) ?? []) }));
  const outside = sumWork(byDepartment.get(null) ?? []);
  const worked = DEPARTMENT_CHART_SUMMED.some((key) => outside[key] !== 0);
  return worked ? [...rows, { id: null, name: NO_DEPARTMENT_LABEL[caller.lang], ...outside }] : rows;
}

function sumWork(work: readonly Work[]): DepartmentChartSum {
  const sum = (key: keyof Omit<Work, 'department' | 'dept_grp_id'>) => roundPoints(work.reduce((total, row) => total + row[key], 0));
  const [point_design, point_check] = [sum('point_design'), sum('point_check')];
  return {
    total_tsubo: sum('total_tsubo'),
    total_worktime: sum('total_worktime'),
    total_complex_factor: sum('total_complex_factor'),
    total_unit: sum('total_unit'),
    point_design,
    point_check,
    total_point: roundPoints(point_design + point_check),
  };
}

/** The sum of the departments' rows. */
export function sumDepartments(rows: readonly DepartmentChartRow[]): DepartmentChartSum {
  const sums = DEPARTMENT_CHART_SUMMED.map((key) => [key, roundPoints(rows.reduce((sum, row) => sum + row[key], 0))] as const);
  return Object.fromEntries(sums) as DepartmentChartSum;
}
