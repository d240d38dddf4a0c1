import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { roundPoints } from '../../calculation/engine/rounding.ts';
import { type DepartmentChartRow, USER_CHART_COLUMNS, type UserChartRow } from '../../contracts/calls/dashboard.ts';
import { date, integer, ref, text } from '../../contracts/fields.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { type CallValues, invalidField, paramValues } from '../../crud/call-values.ts';
import { type Caller, checked } from '../../crud/caller.ts';
import { envelope } from '../../crud/list.ts';
import { MAX_LIMIT } from '../../crud/query.ts';
import { sortKey } from '../../db/text-keys.ts';
import { periodFields, periodOf } from '../totals/period.ts';
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
  const { results } = await caller.read(grant, (actor) => {
    const department = departmentFor(actor, asked.dept_id);
    const conditions = [
      ...(department !== null ? [sql`u.department_id = ${department}`] : []),
      ...(asked.dept_grp_id ? [sql`u.dept_grp_id = ${asked.dept_grp_id}`] : []),
    ];
    const range = sql`d.henkyaku_hi >= ${from} AND d.henkyaku_hi <= ${to}`;
    return [
      sql`SELECT u.id, u.username, u.name, u.active, p.name AS department FROM users u LEFT JOIN departments p ON p.id = u.department_id
        WHERE ${conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1`} ORDER BY u.id`,
      sql`SELECT d.user_id AS id, SUM(d.tsubosuu) AS tsubo, SUM(d.complex_factor) AS difficulty, COUNT(*) AS unit, SUM(d.sagyou_jikan) AS minutes,
        SUM(d.standard_design_point) AS standard, SUM(d.result_design_point) AS result FROM directs d WHERE ${range} AND d.user_id IS NOT NULL GROUP BY 1`,
      sql`SELECT d.chekkusha_id AS id, SUM(d.chekkku_jikan) AS minutes, SUM(d.standard_check_point) AS standard, SUM(d.result_check_point) AS result
        FROM directs d WHERE ${range} AND d.chekkusha_id IS NOT NULL GROUP BY 1`,
    ];
  });
  const rows = sorted(userRows(results), order);
  return { rows, sum: userSum(rows), asked };
}

function userRows([people, designed, checkedBy]: readonly ResultSet[]): UserChartRow[] {
  const designs = byId(designed!);
  const checks = byId(checkedBy!);
  return people!.rows
    .filter(({ id, active }) => active === 1 || designs.has(Number(id)) || checks.has(Number(id)))
    .map((person) => {
      const design = designs.get(Number(person.id));
      const check = checks.get(Number(person.id));
      return {
        user_id: Number(person.id),
        username: String(person.username),
        name: String(person.name),
        departmentName: person.department as string | null,
        total_tsubo: points(design?.tsubo),
        total_worktime: Number(design?.minutes ?? 0) + Number(check?.minutes ?? 0),
        total_difficulty_coefficient: points(design?.difficulty),
        total_unit: Number(design?.unit ?? 0),
        total_point_standard_design_pass: points(design?.standard),
        total_point_standard_check_pass: points(check?.standard),
        total_point: roundPoints(Number(design?.result ?? 0) + Number(check?.result ?? 0)),
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
  const { results } = await caller.read(grant, (actor) => [departmentStatement(asked, from, to, departmentFor(actor, asked.dept_id))]);
  return results[0]!.rows.map((row) => ({
    id: Number(row.id),
    name: String(row.name),
    total_tsubo: points(row.tsubo),
    total_worktime: Number(row.minutes),
    total_complex_factor: points(row.difficulty),
    total_unit: Number(row.unit),
    point_design: points(row.design),
    point_check: points(row.checked),
    total_point: roundPoints(points(row.design) + points(row.checked)),
  }));
}

function departmentStatement(asked: CallValues<typeof departmentFields>, from: string, to: string, department: number | null): SQL {
  const narrowed = [
    ...(asked.dept_grp_id ? [sql`AND d.dept_grp_id = ${asked.dept_grp_id}`] : []),
    ...(asked.updated_at__ge ? [sql`AND d.updated_at >= ${asked.updated_at__ge}`] : []),
    ...(asked.updated_at__le ? [sql`AND d.updated_at <= ${`${asked.updated_at__le} 23:59:59`}`] : []),
  ];
  return sql`SELECT p.id, p.name, ifnull(s.tsubo, 0) AS tsubo, ifnull(s.minutes, 0) AS minutes, ifnull(s.difficulty, 0) AS difficulty,
      ifnull(s.unit, 0) AS unit, ifnull(s.design, 0) AS design, ifnull(s.checked, 0) AS checked
    FROM departments p LEFT JOIN (
      SELECT d.dept_id, SUM(d.tsubosuu) AS tsubo, SUM(ifnull(d.sagyou_jikan, 0) + ifnull(d.chekkku_jikan, 0)) AS minutes,
        SUM(d.complex_factor) AS difficulty, COUNT(*) AS unit, SUM(d.result_design_point) AS design, SUM(d.result_check_point) AS checked
      FROM directs d WHERE d.henkyaku_hi >= ${from} AND d.henkyaku_hi <= ${to} ${sql.join(narrowed, sql` `)} GROUP BY d.dept_id
    ) s ON s.dept_id = p.id
    WHERE ${department === null ? sql`1` : sql`p.id = ${department}`} ORDER BY p.name_sort, p.id`;
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

function byId(result: ResultSet): Map<number, ResultSet['rows'][number]> {
  return new Map(result.rows.map((row) => [Number(row.id), row]));
}

const points = (value: unknown): number => roundPoints(Number(value ?? 0));
