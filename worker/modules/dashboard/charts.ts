import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { roundPoints } from '../../calculation/engine/rounding.ts';
import { type DepartmentChartRow, USER_CHART_COLUMNS, type UserChartRow } from '../../contracts/calls/dashboard.ts';
import { date, integer, ref, text } from '../../contracts/fields.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { type CallValues, invalidField, paramValues } from '../../crud/call-values.ts';
import { type Actor, type Caller, checked } from '../../crud/caller.ts';
import { envelope } from '../../crud/list.ts';
import { MAX_LIMIT } from '../../crud/query.ts';
import { sortKey } from '../../db/text-keys.ts';
import { periodFields, periodOf } from '../totals/period.ts';
import { allPieces, pieceOf, unpacked } from '../totals/pieces.ts';
import { departmentFor } from '../totals/scope.ts';

const { year, month } = periodFields;
const chartFields = {
  year,
  month,
  dept_id: ref({ vi: 'Phòng ban', en: 'Department' }, 'departments'),
  dept_grp_id: ref({ vi: 'Nhóm', en: 'Department group' }, 'department_groups'),
};
const userFields = {
  ...chartFields,
  order_by: text({ vi: 'Sắp xếp', en: 'Order' }, { max: 100 }),
  page: integer({ vi: 'Trang', en: 'Page' }, { min: 1 }),
  limit: integer({ vi: 'Số dòng', en: 'Limit' }, { min: 1, max: MAX_LIMIT }),
};
const departmentFields = {
  ...chartFields,
  updated_at__ge: date({ vi: 'Cập nhật từ', en: 'Updated from' }),
  updated_at__le: date({ vi: 'Cập nhật đến', en: 'Updated to' }),
};

const DESIGNED = ['total_tsubo', 'total_difficulty_coefficient', 'total_unit', 'total_point_standard_design_pass'] as const;
type UserSum = Omit<UserChartRow, 'user_id' | 'username' | 'name' | 'departmentName'>;

/** `GET /charts`: the month of every person in scope, those without work as zeros, and `sum` over all of them. One round trip. */
export async function userCharts(caller: Caller, params: URLSearchParams) {
  const { rows, sum, asked } = await allUserCharts(caller, EVERYONE, params);
  const { page, limit } = { page: asked.page ?? 1, limit: asked.limit ?? 10 };
  const { data, ...rest } = envelope({ page, limit }, rows.length, rows.slice((page - 1) * limit, page * limit));
  return { charts: data, ...rest, sum };
}

export async function allUserCharts(caller: Caller, grant: Grant, params: URLSearchParams) {
  const { asked, order } = await checked(caller, grant, () => {
    const asked = paramValues(userFields, params, caller.lang);
    return { asked, order: userOrder(asked.order_by ?? 'name ASC', caller) };
  });
  const { from, to } = periodOf(asked, caller.clock.today(), caller.lang);
  const people = (actor: Actor, after = 0) => peopleAfter(departmentFor(actor, asked.dept_id), asked.dept_grp_id, after);
  const range = sql`d.henkyaku_hi >= ${from} AND d.henkyaku_hi <= ${to}`;
  const { actor, results } = await caller.read(grant, (actor) => [
    people(actor),
    personSums(sql`d.user_id`, 'tsubosuu complex_factor sagyou_jikan standard_design_point result_design_point', range),
    personSums(sql`d.chekkusha_id`, 'chekkku_jikan standard_check_point result_check_point', range),
  ]);
  const everybody = await allPieces<PersonCell>(caller, results[0]!, (after) => people(actor, after));
  const rows = sorted(userRows(everybody, results[1]!, results[2]!), order);
  return { rows, sum: userSum(rows), asked };
}

type PersonCell = [id: number, username: string, name: string, active: number, department: string | null];

/** A piece of the people of a department and group, or of all. */
function peopleAfter(department: number | null, group: number | null | undefined, after: number): SQL {
  const conditions = [
    sql`u.id > ${after}`,
    ...(department !== null ? [sql`u.department_id = ${department}`] : []),
    ...(group ? [sql`u.dept_grp_id = ${group}`] : []),
  ];
  return pieceOf(sql`SELECT json_array(u.id, u.username, u.name, u.active, p.name) AS cells
    FROM users u LEFT JOIN departments p ON p.id = u.department_id WHERE ${sql.join(conditions, sql` AND `)} ORDER BY u.id`);
}

/** The number of directs and the sums of some of their columns for each person whose id stands in `person`. */
function personSums(person: SQL, columns: string, range: SQL): SQL {
  const sums = columns.split(' ').map((column) => sql`ifnull(SUM(d.${sql.identifier(column)}), 0)`);
  return sql`SELECT json_group_array(json(cells)) AS packed FROM (SELECT json_array(${person}, COUNT(*), ${sql.join(sums, sql`, `)}) AS cells
    FROM directs d WHERE ${range} AND ${person} IS NOT NULL GROUP BY ${person})`;
}

function userRows(people: readonly PersonCell[], designed: ResultSet, checkedBy: ResultSet): UserChartRow[] {
  const designs = byId(designed);
  const checks = byId(checkedBy);
  return people
    .filter(([id, , , active]) => active === 1 || designs.has(id) || checks.has(id))
    .map(([user_id, username, name, , departmentName]) => {
      const [unit = 0, tsubo = 0, difficulty = 0, designMinutes = 0, standardDesign = 0, resultDesign = 0] = designs.get(user_id) ?? [];
      const [, checkMinutes = 0, standardCheck = 0, resultCheck = 0] = checks.get(user_id) ?? [];
      return {
        user_id,
        username,
        name,
        departmentName,
        total_tsubo: roundPoints(tsubo),
        total_worktime: designMinutes + checkMinutes,
        total_difficulty_coefficient: roundPoints(difficulty),
        total_unit: unit,
        total_point_standard_design_pass: roundPoints(standardDesign),
        total_point_standard_check_pass: roundPoints(standardCheck),
        total_point: roundPoints(resultDesign + resultCheck),
      };
    });
}

function userOrder(text: string, caller: Caller) {
  const [key = '', direction = 'ASC', ...rest] = text.trim().split(/\s+/);
  const known = key === 'id' || key === 'user_id' || USER_CHART_COLUMNS.some((column) => column.key === key);
  if (!known || !/^(asc|desc)$/i.test(direction) || rest.length > 0)
    throw invalidField(userFields, 'order_by', 'unsortable', caller.lang, { value: text });
  return { key: (key === 'id' ? 'user_id' : key) as keyof UserChartRow, descending: direction.toUpperCase() === 'DESC' };
}

function sorted(rows: UserChartRow[], { key, descending }: ReturnType<typeof userOrder>): UserChartRow[] {
  const sign = descending ? -1 : 1;
  const sortValue = (row: UserChartRow) => (typeof row[key] === 'number' ? row[key] : sortKey(String(row[key] ?? '')));
  return rows
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((a, b) => sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : a.row.user_id - b.row.user_id))
    .map(({ row }) => row);
}

function userSum(rows: readonly UserChartRow[]): UserSum {
  const names = [...DESIGNED, 'total_worktime', 'total_point_standard_check_pass', 'total_point'] as const;
  return Object.fromEntries(names.map((name) => [name, roundPoints(rows.reduce((sum, row) => sum + row[name], 0))])) as unknown as UserSum;
}

/** `GET /home/get-all-group-by-dev`: the month of every department in scope, by the department each direct carries. One round trip. */
export async function departmentCharts(caller: Caller, grant: Grant, params: URLSearchParams): Promise<DepartmentChartRow[]> {
  const asked = await checked(caller, grant, () => paramValues(departmentFields, params, caller.lang));
  const { from, to } = periodOf(asked, caller.clock.today(), caller.lang);
  const departments = (actor: Actor, after = 0) => departmentsAfter(asked, from, to, departmentFor(actor, asked.dept_id), after);
  const { actor, results } = await caller.read(grant, (actor) => [departments(actor)]);
  const cells = await allPieces<DepartmentCell>(caller, results[0]!, (after) => departments(actor, after));
  const inOrder = cells
    .map((cell) => ({ cell, key: cell[2] ?? sortKey(cell[1]) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return inOrder.map(({ cell: [id, name, , tsubo, minutes, difficulty, unit, design, check] }) => ({
    id,
    name,
    total_tsubo: roundPoints(tsubo),
    total_worktime: minutes,
    total_complex_factor: roundPoints(difficulty),
    total_unit: unit,
    point_design: roundPoints(design),
    point_check: roundPoints(check),
    total_point: roundPoints(roundPoints(design) + roundPoints(check)),
  }));
}

type DepartmentCell = [
  id: number,
  name: string,
  name_sort: string | null,
  tsubo: number,
  minutes: number,
  difficulty: number,
  unit: number,
  design: number,
  check: number,
];

/** A piece of the departments, each with the sums of its directs. */
function departmentsAfter(
  asked: CallValues<typeof departmentFields>,
  from: string,
  to: string,
  department: number | null,
  after: number,
): SQL {
  const narrowed = [
    ...(asked.dept_grp_id ? [sql`AND d.dept_grp_id = ${asked.dept_grp_id}`] : []),
    ...(asked.updated_at__ge ? [sql`AND d.updated_at >= ${asked.updated_at__ge}`] : []),
    ...(asked.updated_at__le ? [sql`AND d.updated_at <= ${`${asked.updated_at__le} 23:59:59`}`] : []),
  ];
  return pieceOf(sql`SELECT json_array(p.id, p.name, p.name_sort, ifnull(s.tsubo, 0), ifnull(s.minutes, 0), ifnull(s.difficulty, 0), ifnull(s.unit, 0),
      ifnull(s.design, 0), ifnull(s.checked, 0)) AS cells
    FROM departments p LEFT JOIN (
      SELECT d.dept_id, SUM(d.tsubosuu) AS tsubo, SUM(ifnull(d.sagyou_jikan, 0) + ifnull(d.chekkku_jikan, 0)) AS minutes,
        SUM(d.complex_factor) AS difficulty, COUNT(*) AS unit, SUM(d.result_design_point) AS design, SUM(d.result_check_point) AS checked
      FROM directs d WHERE d.henkyaku_hi >= ${from} AND d.henkyaku_hi <= ${to} ${sql.join(narrowed, sql` `)} GROUP BY d.dept_id
    ) s ON s.dept_id = p.id
    WHERE p.id > ${after} ${department === null ? sql`` : sql`AND p.id = ${department}`} ORDER BY p.id`);
}

/** The sum of the departments' rows. */
export function departmentSum(rows: readonly DepartmentChartRow[]): Omit<DepartmentChartRow, 'id' | 'name'> {
  const names = [
    'total_tsubo',
    'total_worktime',
    'total_complex_factor',
    'total_unit',
    'point_design',
    'point_check',
    'total_point',
  ] as const;
  return Object.fromEntries(names.map((name) => [name, roundPoints(rows.reduce((sum, row) => sum + row[name], 0))])) as never;
}

/** Packed sums by their first cell, the id. */
function byId(result: ResultSet): Map<number, number[]> {
  return new Map(unpacked<[number, ...number[]]>(result).map(([id, ...sums]) => [id, sums]));
}
