import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { roundPoints } from '../../calculation/engine/rounding.ts';
import { TOTAL_CUSTOMER_COLUMNS, type TotalCustomerJob, type TotalCustomerRow } from '../../contracts/calls/totals.ts';
import { date, flag, integer, ref, text } from '../../contracts/fields.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { invalidField, paramValues } from '../../crud/call-values.ts';
import { type Caller, checked } from '../../crud/caller.ts';
import { type Envelope, envelope } from '../../crud/list.ts';
import { MAX_LIMIT } from '../../crud/query.ts';
import { fold } from '../../db/text-keys.ts';
import { departmentFor } from './scope.ts';

const fields = {
  customers__name: text({ vi: 'Tên khách hàng', en: 'Customer name' }),
  direct__hacchyuumoto: text({ vi: 'Nơi đặt hàng', en: 'Order source' }),
  direct__hacchyuu_naiyou: text({ vi: 'Nội dung đặt hàng', en: 'Order content' }),
  department_groups__id: ref({ vi: 'Nhóm', en: 'Department group' }, 'department_groups'),
  dept_id: ref({ vi: 'Phòng ban', en: 'Department' }, 'departments'),
  customer_id: ref({ vi: 'Khách hàng', en: 'Customer' }, 'customers'),
  exc_start_time: date({ vi: 'Từ ngày', en: 'From' }),
  exc_end_time: date({ vi: 'Đến ngày', en: 'To' }),
  /** 0 leaves the job rows out, for a screen that opens them one customer at a time. */
  with_jobs: flag({ vi: 'Kèm công việc', en: 'With jobs' }),
  order_by: text({ vi: 'Sắp xếp', en: 'Order' }, { max: 100 }),
  page: integer({ vi: 'Trang', en: 'Page' }, { min: 1 }),
  limit: integer({ vi: 'Số dòng', en: 'Limit' }, { min: 1, max: MAX_LIMIT }),
};

type Asked = ReturnType<typeof paramValues<typeof fields>>;
interface Sum {
  total_task: number;
  total_tsubosuu: number;
}

const JOBS_AT_ONCE = 5000;

/** `GET /total_customers`: customers with the number, the jobs and the floor area of their directs in the filter, and `sum` over all of them. */
export async function listCustomerTotals(caller: Caller, params: URLSearchParams): Promise<Envelope<TotalCustomerRow> & { sum: Sum }> {
  const asked = await checked(caller, EVERYONE, () => parse(params, caller));
  const { page, limit } = { page: asked.page ?? 1, limit: asked.limit ?? 10 };
  let where = sql``;
  const { results } = await caller.read(EVERYONE, (actor) => {
    where = whereOf(asked, departmentFor(actor, asked.dept_id));
    return [
      sumStatement(where),
      pageStatement(where, asked, limit, (page - 1) * limit),
      ...(asked.with_jobs === 0 ? [] : [jobsStatement(where, asked, page, limit, 0)]),
    ];
  });
  const rows = rowsOf(results[1]!);
  const jobs = results[2]
    ? await allJobs(caller, results[2], (after) => jobsStatement(where, asked, page, limit, after), rows)
    : new Map<number, TotalCustomerJob[]>();
  const { sum, total } = sumOf(results[0]!);
  return {
    ...envelope(
      { page, limit },
      total,
      rows.map((row) => ({ ...row, direct: jobs.get(row.id) ?? [] })),
    ),
    sum,
  };
}

/** Every customer of the filter, without job rows, for the workbook. */
export async function allCustomerTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const asked = await checked(caller, grant, () => parse(params, caller));
  const { results } = await caller.read(grant, (actor) => {
    const where = whereOf(asked, departmentFor(actor, asked.dept_id));
    return [sumStatement(where), pageStatement(where, asked, MAX_LIMIT, 0)];
  });
  return { rows: rowsOf(results[1]!), sum: sumOf(results[0]!).sum };
}

function parse(params: URLSearchParams, caller: Caller): Asked {
  const asked = paramValues(fields, params, caller.lang);
  if (!orderOf(asked)) throw invalidField(fields, 'order_by', 'unsortable', caller.lang, { value: asked.order_by ?? '' });
  return asked;
}

function orderOf({ order_by }: Asked): SQL | undefined {
  const [key = '', direction = 'ASC', ...rest] = (order_by ?? 'name ASC').trim().split(/\s+/);
  if (!/^(asc|desc)$/i.test(direction) || rest.length > 0) return undefined;
  const way = sql.raw(direction.toUpperCase());
  if (key === 'name') return sql`c.name_sort ${way}, c.id ${way}`;
  if (key === 'id') return sql`c.id ${way}`;
  return TOTAL_CUSTOMER_COLUMNS.some((column) => column.key === key) ? sql`${sql.identifier(key)} ${way}, c.id ${way}` : undefined;
}

/** Conditions on a direct of alias d and its customer of alias c. */
function whereOf(asked: Asked, department: number | null): SQL {
  const contains = (column: SQL, value: string) => sql`${column} LIKE ${`%${fold(value).replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
  const conditions = [
    ...(asked.exc_start_time ? [sql`d.henkyaku_hi >= ${asked.exc_start_time}`] : []),
    ...(asked.exc_end_time ? [sql`d.henkyaku_hi <= ${asked.exc_end_time}`] : []),
    ...(department !== null ? [sql`d.dept_id = ${department}`] : []),
    ...(asked.department_groups__id ? [sql`d.dept_grp_id = ${asked.department_groups__id}`] : []),
    ...(asked.customer_id ? [sql`d.customer_id = ${asked.customer_id}`] : []),
    ...(asked.customers__name ? [contains(sql`c.name_fold`, asked.customers__name)] : []),
    ...(asked.direct__hacchyuumoto ? [contains(sql`d.hacchyuumoto_fold`, asked.direct__hacchyuumoto)] : []),
    ...(asked.direct__hacchyuu_naiyou ? [contains(sql`d.hacchyuu_naiyou_fold`, asked.direct__hacchyuu_naiyou)] : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1`;
}

function sumStatement(where: SQL): SQL {
  return sql`SELECT COUNT(DISTINCT d.customer_id) AS total, COUNT(*) AS total_task, ifnull(SUM(d.tsubosuu), 0) AS total_tsubosuu
    FROM directs d JOIN customers c ON c.id = d.customer_id WHERE ${where}`;
}

function pageStatement(where: SQL, asked: Asked, limit: number, offset: number): SQL {
  return sql`SELECT c.id, c.name, COUNT(*) AS total_task, ifnull(SUM(d.tsubosuu), 0) AS total_tsubosuu
    FROM directs d JOIN customers c ON c.id = d.customer_id WHERE ${where}
    GROUP BY d.customer_id ORDER BY ${orderOf(asked)!} LIMIT ${limit} OFFSET ${offset}`;
}

/** Jobs of the page's customers, by id, a piece at a time. */
function jobsStatement(where: SQL, asked: Asked, page: number, limit: number, after: number): SQL {
  return sql`SELECT json_group_array(json_array(customer_id, id, name, bukkenmei, hacchyuumoto, hacchyuu_naiyou, tsubosuu, uketsuke_hi, henkyaku_hi,
      department_name, group_name, is_checked)) AS packed
    FROM (SELECT d.customer_id, d.id, d.name, d.bukkenmei, d.hacchyuumoto, d.hacchyuu_naiyou, d.tsubosuu, d.uketsuke_hi, d.henkyaku_hi,
        p.name AS department_name, g.group_name, d.is_checked
      FROM directs d JOIN customers c ON c.id = d.customer_id LEFT JOIN departments p ON p.id = d.dept_id LEFT JOIN department_groups g ON g.id = d.dept_grp_id
      WHERE ${where} AND d.id > ${after} AND d.customer_id IN (SELECT id FROM (${pageStatement(where, asked, limit, (page - 1) * limit)}))
      ORDER BY d.id LIMIT ${JOBS_AT_ONCE})`;
}

async function allJobs(caller: Caller, first: ResultSet, next: (after: number) => SQL, rows: readonly { total_task: number }[]) {
  const jobs = new Map<number, TotalCustomerJob[]>();
  const wanted = rows.reduce((sum, row) => sum + row.total_task, 0);
  let result = first;
  for (let seen = 0; ; ) {
    const cells = JSON.parse(String(result.rows[0]!.packed)) as [number, ...unknown[]][];
    for (const [
      customer,
      id,
      name,
      bukkenmei,
      hacchyuumoto,
      hacchyuu_naiyou,
      tsubosuu,
      uketsuke_hi,
      henkyaku_hi,
      department_name,
      group_name,
      is_checked,
    ] of cells) {
      const job = {
        id,
        name,
        bukkenmei,
        hacchyuumoto,
        hacchyuu_naiyou,
        tsubosuu,
        uketsuke_hi,
        henkyaku_hi,
        department_name,
        group_name,
        is_checked,
      };
      const list = jobs.get(customer) ?? [];
      list.push(job as TotalCustomerJob);
      jobs.set(customer, list);
    }
    seen += cells.length;
    if (cells.length < JOBS_AT_ONCE || seen >= wanted) return jobs;
    [result] = (await caller.again([next(Number(cells.at(-1)![1]))])) as [ResultSet];
  }
}

function rowsOf(result: ResultSet): Omit<TotalCustomerRow, 'direct'>[] {
  return result.rows.map((row) => ({
    id: Number(row.id),
    name: String(row.name),
    total_task: Number(row.total_task),
    total_tsubosuu: roundPoints(Number(row.total_tsubosuu)),
  }));
}

function sumOf(result: ResultSet): { total: number; sum: Sum } {
  const row = result.rows[0]!;
  return { total: Number(row.total), sum: { total_task: Number(row.total_task), total_tsubosuu: roundPoints(Number(row.total_tsubosuu)) } };
}
