import { type SQL, sql } from 'drizzle-orm';
import {
  DEPARTMENT_CHART_SUMMED,
  type DepartmentChartRow,
  type DepartmentChartSum,
  NO_DEPARTMENT,
} from '../../contracts/calls/dashboard.ts';
import { departmentChartFields } from '../../contracts/calls/declared/dashboard.ts';
import type { Named, SealedDepartmentChart } from '../../contracts/calls/month-seals.ts';
import type { Grant } from '../../contracts/roles.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { type CallValues, parseParams } from '../../crud/parse-call.ts';
import { isWithin } from '../../db/date-ranges.ts';
import { visibleDepartment } from '../../department-scope.ts';
import { roundDecimal, roundPoints } from '../../text/rounding.ts';
import { sortKey } from '../../text/sort-key.ts';
import {
  isNotSealed,
  NO_SEALS,
  readSeals,
  type SealRowCell,
  type Seals,
  sealsInForce,
  selectOpenMonth,
  selectSealRows,
  selectSeals,
} from '../month-seals/seals-in-force.ts';
import { type Period, resolvePeriod } from '../totals/period.ts';
import { readAllPieces, selectPiece, unpackCells } from '../totals/pieces.ts';

type Query = CallValues<typeof departmentChartFields>;

/**
 * `GET /home/get-all-group-by-dev`: the month of every department in scope, by the department that each direct carries, and of what
 * belongs to none. Work counts where a person did it, as in the chart per person, so that both have the same sums. One round trip.
 */
export async function listDepartmentCharts(caller: Caller, grant: Grant, params: URLSearchParams): Promise<DepartmentChartRow[]> {
  const query = await authorizeThenValidate(caller, grant, () => parseParams(departmentChartFields, params, caller.lang));
  const period = resolvePeriod(query, caller.clock.today(), caller.lang);
  const seals = sealsInForce(period);
  // By the day of their last write, records of locked months are looked at too: the lock keeps them as they were.
  const summedSeals = query.updated_at__ge || query.updated_at__le ? NO_SEALS : seals;
  const departments = (actor: Actor, after = 0) =>
    selectDepartmentsAfter(period, seals, visibleDepartment(actor, 'figures', query.dept_id), after);
  const sealedAfter = (actor: Actor, after = 0) =>
    selectPiece(selectSealRows(seals, 'department_charts', { department: visibleDepartment(actor, 'figures', query.dept_id) }, after));
  const { actor, results } = await caller.read(grant, (actor) => [
    departments(actor),
    selectWork(period, summedSeals, visibleDepartment(actor, 'figures', query.dept_id), query),
    selectSeals(seals),
    sealedAfter(actor),
  ]);
  const present = await readAllPieces<DepartmentCell>(caller, results[0]!, (after) => departments(actor, after));
  const published = await readAllPieces<SealRowCell<SealedDepartmentChart>>(caller, results[3]!, (after) => sealedAfter(actor, after));
  const lastIsOpen = readSeals(results[2]!).at(-1)?.month !== period.months.at(-1);
  const named = namesOf(published, present, lastIsOpen);
  const sealed = summedSeals === NO_SEALS ? [] : published.map(([, , row]) => row).filter((row) => isInGroup(row, query.dept_grp_id));
  return rowsOf(named, [...sealed, ...unpackCells<WorkCell>(results[1]!).map(toWork)], caller);
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

/** A piece of the departments as they are now; none where seals answer the whole period. */
export function selectDepartmentsAfter(period: Period, seals: Seals, department: number | null, after = 0): SQL {
  return selectPiece(sql`SELECT json_array(p.id, p.name, p.name_sort) AS cells FROM ${selectOpenMonth(period, seals)} CROSS JOIN departments p
    WHERE p.id > ${after} ${department === null ? sql`` : sql`AND p.id = ${department}`} ORDER BY p.id`);
}

/** What was designed and checked in each department and group, in the months that no seal answers. */
export function selectWork(period: Period, seals: Seals, department: number | null, query: Query = {}): SQL {
  const conditions = [
    isWithin(sql`d.henkyaku_hi`, period),
    isNotSealed(sql`d.henkyaku_hi`, period, seals),
    ...(department === null ? [] : [sql`d.dept_id = ${department}`]),
    ...(query.dept_grp_id ? [sql`d.dept_grp_id = ${query.dept_grp_id}`] : []),
    ...(query.updated_at__ge ? [sql`d.updated_at >= ${query.updated_at__ge}`] : []),
    ...(query.updated_at__le ? [sql`d.updated_at <= ${`${query.updated_at__le} 23:59:59`}`] : []),
  ];
  const designed = (column: string) => sql`ifnull(SUM(iif(d.user_id IS NULL, 0, d.${sql.identifier(column)})), 0)`;
  const checkedBy = (column: string) => sql`ifnull(SUM(iif(d.chekkusha_id IS NULL, 0, d.${sql.identifier(column)})), 0)`;
  return sql`SELECT json_group_array(json_array(dept_id, dept_grp_id, tsubo, minutes, difficulty, unit, design, checked)) AS packed
    FROM (SELECT d.dept_id, d.dept_grp_id, ${designed('tsubosuu')} AS tsubo, ${designed('sagyou_jikan')} + ${checkedBy('chekkku_jikan')} AS minutes,
        ${designed('complex_factor')} AS difficulty, COUNT(d.user_id) AS unit, ${designed('result_design_point')} AS design,
        ${checkedBy('result_check_point')} AS checked
      FROM ${selectOpenMonth(period, seals)} CROSS JOIN directs d WHERE ${sql.join(conditions, sql` AND `)} GROUP BY d.dept_id, d.dept_grp_id)`;
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

/** Without the dust of binary sums, and with more places than a shown figure has: groups are added up before they are rounded. */
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

function rowsOf(
  named: ReadonlyMap<number, { name: string; name_sort: string }>,
  work: readonly Work[],
  caller: Caller,
): DepartmentChartRow[] {
  const byDepartment = Map.groupBy(work, ({ department }) => (department && named.has(department.id) ? department.id : null));
  const inOrder = [...named].sort(([, a], [, b]) => (a.name_sort < b.name_sort ? -1 : a.name_sort > b.name_sort ? 1 : 0));
  const rows = inOrder.map(([id, { name }]) => ({ id, name, ...sumWork(byDepartment.get(id) ?? []) }));
  const outside = sumWork(byDepartment.get(null) ?? []);
  const worked = DEPARTMENT_CHART_SUMMED.some((key) => outside[key] !== 0);
  return worked ? [...rows, { id: null, name: NO_DEPARTMENT[caller.lang], ...outside }] : rows;
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
