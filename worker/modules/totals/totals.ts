import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { roundPoints } from '../../calculation/engine/rounding.ts';
import { type CompiledTotals, compileTotals, totalPoints } from '../../calculation/engine/totals.ts';
import { SUMMED, TOTAL_COLUMNS, type TotalRow, type TotalSum } from '../../contracts/calls/totals.ts';
import { integer, ref, text } from '../../contracts/fields.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { invalidField, paramValues } from '../../crud/call-values.ts';
import { type Actor, type Caller, checked } from '../../crud/caller.ts';
import { type Envelope, envelope } from '../../crud/list.ts';
import { MAX_LIMIT } from '../../crud/query.ts';
import { sortKey } from '../../db/text-keys.ts';
import { type Period, periodFields, periodOf } from './period.ts';
import { allPieces, pieceOf, unpacked } from './pieces.ts';
import { departmentFor } from './scope.ts';

const totalsFields = {
  ...periodFields,
  dept_id: ref({ vi: 'Phòng ban', en: 'Department' }, 'departments'),
  dept_grp_id: ref({ vi: 'Nhóm', en: 'Department group' }, 'department_groups'),
  user_id: ref({ vi: 'Nhân viên', en: 'Employee' }, 'users'),
  order_by: text({ vi: 'Sắp xếp', en: 'Order' }, { max: 100 }),
  page: integer({ vi: 'Trang', en: 'Page' }, { min: 1 }),
  limit: integer({ vi: 'Số dòng', en: 'Limit' }, { min: 1, max: MAX_LIMIT }),
};

interface Asked {
  period: Period;
  department: number | null | undefined;
  group: number | null | undefined;
  user: number | null | undefined;
  order: { key: keyof TotalRow; descending: boolean };
  page: number;
  limit: number;
}

/** `GET /totals`: a row per person and month with the envelope, and `sum` over the whole filtered set. One round trip. */
export async function listTotals(caller: Caller, params: URLSearchParams): Promise<Envelope<TotalRow> & { sum: TotalSum }> {
  const { rows, asked, sum } = await allTotals(caller, EVERYONE, params);
  const start = (asked.page - 1) * asked.limit;
  return { ...envelope(asked, rows.length, rows.slice(start, start + asked.limit)), sum };
}

/** Every row of the filter, in its order. */
export async function allTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const asked = await checked(caller, grant, () => parse(params, caller));
  const people = (actor: Actor, after = 0) => peopleAfter({ ...asked, department: departmentFor(actor, asked.department) }, after);
  const { actor, results } = await caller.read(grant, (actor) => [people(actor), ...sumStatements(asked.period)]);
  const everybody = await allPieces<PersonCell>(caller, results[0]!, (after) => people(actor, after));
  const rows = sorted(totalRows(everybody, asked.period.months, results), asked.order);
  return { rows, asked, sum: sumOf(rows) };
}

function parse(params: URLSearchParams, caller: Caller): Asked {
  const values = paramValues(totalsFields, params, caller.lang);
  const [key, direction = 'ASC', ...rest] = (values.order_by ?? 'name ASC').trim().split(/\s+/);
  const column = TOTAL_COLUMNS.find((candidate) => candidate.key === key) ?? (key === 'id' ? { key: 'user_id' } : undefined);
  if (!column || !/^(asc|desc)$/i.test(direction) || rest.length > 0) {
    throw invalidField(totalsFields, 'order_by', 'unsortable', caller.lang, { value: values.order_by ?? '' });
  }
  return {
    period: periodOf(values, caller.clock.today(), caller.lang),
    department: values.dept_id,
    group: values.dept_grp_id,
    user: values.user_id,
    order: { key: column.key as keyof TotalRow, descending: direction.toUpperCase() === 'DESC' },
    page: values.page ?? 1,
    limit: values.limit ?? 10,
  };
}

/** A piece of the people, each with the ratings of the months. */
function peopleAfter({ period, department, group, user }: Asked, after: number): SQL {
  const conditions = [
    sql`u.id > ${after}`,
    ...(department !== null && department !== undefined ? [sql`u.department_id = ${department}`] : []),
    ...(group ? [sql`u.dept_grp_id = ${group}`] : []),
    ...(user ? [sql`u.id = ${user}`] : []),
  ];
  return pieceOf(sql`SELECT json_array(u.id, u.username, u.code, u.name, u.name_sort, u.employee_code, u.area, p.name, u.active,
      (SELECT json_group_array((SELECT f.point FROM pro r JOIN pro_point f ON f.id = r.pro_point_id
        WHERE r.user_id = u.id AND r.rate_at <= m.value || '-31' ORDER BY r.rate_at DESC, r.id DESC LIMIT 1))
        FROM json_each(${JSON.stringify(period.months)}) m)) AS cells
    FROM users u LEFT JOIN positions p ON p.id = u.position_id WHERE ${sql.join(conditions, sql` AND `)} ORDER BY u.id`);
}

/** The sums of each kind of record by person and month, then the two expressions. */
function sumStatements(period: Period): SQL[] {
  const sums = (
    table: string,
    date: string,
    person: string,
    value: string,
    kind: SQL,
  ) => sql`SELECT json_group_array(json_array(id, month, kind, total)) AS packed
    FROM (SELECT r.${sql.identifier(person)} AS id, substr(r.${sql.identifier(date)}, 1, 7) AS month, ${kind} AS kind, SUM(r.${sql.identifier(value)}) AS total
      FROM ${sql.identifier(table)} r
      WHERE r.${sql.identifier(date)} >= ${period.from} AND r.${sql.identifier(date)} <= ${period.to} AND r.${sql.identifier(person)} IS NOT NULL
      GROUP BY 1, 2, 3)`;
  return [
    sums('directs', 'henkyaku_hi', 'user_id', 'result_design_point', sql`'direct'`),
    sums('directs', 'henkyaku_hi', 'chekkusha_id', 'result_check_point', sql`'direct'`),
    sums('mistakes', 'rate_at', 'user_id', 'point', sql`r.detect_by`),
    sums('indirects', 'rate_at', 'user_id', 'point', sql`r.indirect_point_type`),
    sql`SELECT key, expression FROM totals_expressions`,
  ];
}

type PersonCell = [
  number,
  string,
  string | null,
  string,
  string | null,
  string | null,
  string | null,
  string | null,
  number,
  ratings: (number | null)[],
];
type SumCell = [id: number, month: string, kind: string, total: number | null];

const KINDS: Record<string, (typeof SUMMED)[number]> = {
  direct: 'direct_point',
  N: 'mistake_point_n',
  T: 'mistake_point_t',
  C: 'indirect_point_yes',
  K: 'indirect_point_no',
};

function totalRows(
  people: readonly PersonCell[],
  months: readonly string[],
  results: readonly ResultSet[],
): (TotalRow & { name_sort: string })[] {
  const sums = new Map<string, Partial<Record<string, number>>>();
  for (const [id, month, kind, total] of results.slice(1, 5).flatMap((result) => unpacked<SumCell>(result))) {
    const key = `${id} ${month}`;
    const entry = sums.get(key) ?? {};
    const name = KINDS[kind]!;
    entry[name] = (entry[name] ?? 0) + (total ?? 0);
    sums.set(key, entry);
  }
  const totals = expressions(results[5]!);
  return people.flatMap(([user_id, username, code, name, name_sort, employee_code, area, position_name, active, ratings]) =>
    months.flatMap((month, index) => {
      const entry = sums.get(`${user_id} ${month}`);
      if (active !== 1 && !entry) return [];
      const points = {
        direct_point: roundPoints(entry?.direct_point ?? 0),
        mistake_point_n: roundPoints(entry?.mistake_point_n ?? 0),
        mistake_point_t: roundPoints(entry?.mistake_point_t ?? 0),
        indirect_point_yes: roundPoints(entry?.indirect_point_yes ?? 0),
        indirect_point_no: roundPoints(entry?.indirect_point_no ?? 0),
        pro_index: ratings[index] ?? 1,
      };
      const person = { user_id, username, code, name, employee_code, area, position_name };
      return [{ ...person, ...points, ...totalPoints(totals, points), month, name_sort: name_sort ?? sortKey(name) }];
    }),
  );
}

function expressions(result: ResultSet): CompiledTotals {
  const source = Object.fromEntries(result.rows.map((row) => [String(row.key), String(row.expression)]));
  const compiled = compileTotals(source);
  if (compiled.ok) return compiled.totals;
  throw new Error(`the totals expressions do not compile: ${JSON.stringify(compiled.problems)}`);
}

function sorted(rows: (TotalRow & { name_sort: string })[], { key, descending }: Asked['order']): TotalRow[] {
  const column = key === 'name' ? 'name_sort' : key;
  const sign = descending ? -1 : 1;
  const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1);
  rows.sort(
    (a, b) => sign * (compare(a[column as 'name'], b[column as 'name']) || compare(a.user_id, b.user_id) || compare(a.month, b.month)),
  );
  return rows.map(({ name_sort: _, ...row }) => row);
}

function sumOf(rows: readonly TotalRow[]): TotalSum {
  return Object.fromEntries(SUMMED.map((name) => [name, roundPoints(rows.reduce((sum, row) => sum + (row[name] ?? 0), 0))])) as TotalSum;
}
