import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { customerTotalsFields as fields } from '../../contracts/calls/declared/totals.ts';
import { TOTAL_CUSTOMER_COLUMNS, type TotalCustomerRow } from '../../contracts/calls/totals.ts';
import { type Envelope, MAX_LIMIT, readPage, toEnvelope } from '../../contracts/paging.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { invalidField, parseParams } from '../../crud/parse-call.ts';
import { containsFolded } from '../../crud/predicates.ts';
import { parseOrder } from '../../crud/query.ts';
import { visibleDepartment } from '../../department-scope.ts';
import { roundPoints } from '../../text/rounding.ts';
import {
  type CustomersSum,
  type CustomerTotal,
  groupJobsByCustomer,
  JOBS_PER_PIECE,
  selectJobsAfter,
  streamCustomers,
} from './customer-jobs.ts';

type Query = ReturnType<typeof parseParams<typeof fields>>;

/** `GET /total_customers`: customers with the number, the jobs and the floor area of their directs in the filter, and `sum` over all of them. */
export async function listCustomerTotals(
  caller: Caller,
  params: URLSearchParams,
): Promise<(Envelope<TotalCustomerRow> & { sum: CustomersSum }) | ReadableStream<Uint8Array>> {
  const query = await authorizeThenValidate(caller, EVERYONE, () => parse(params, caller));
  const { page, limit } = readPage(query);
  const filterFor = (actor: Actor) => whereOf(query, visibleDepartment(actor, 'figures', query.dept_id));
  const { actor, results } = await caller.read(EVERYONE, (actor) => {
    const where = filterFor(actor);
    const onPage = sql`SELECT id FROM (${selectPage(where, query, limit, (page - 1) * limit)})`;
    return [
      selectSum(where),
      selectPage(where, query, limit, (page - 1) * limit),
      ...(query.with_jobs === 0 ? [] : [selectJobsAfter(where, onPage, 0)]),
    ];
  });
  const rows = rowsOf(results[1]!);
  const { sum, total } = sumOf(results[0]!);
  const whole = { ...toEnvelope({ page, limit }, total, rows), sum };
  const expected = rows.reduce((tasks, row) => tasks + row.total_task, 0);
  if (!results[2]) return { ...whole, data: rows.map((row) => ({ ...row, direct: [] })) };
  if (expected > JOBS_PER_PIECE) return streamCustomers(caller, filterFor(actor), whole);
  const jobs = groupJobsByCustomer(results[2]);
  return { ...whole, data: rows.map((row) => ({ ...row, direct: jobs.get(row.id) ?? [] })) };
}

/** Every customer of the filter, without job rows, for the workbook. */
export async function readAllCustomerTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const query = await authorizeThenValidate(caller, grant, () => parse(params, caller));
  const { results } = await caller.read(grant, (actor) => {
    const where = whereOf(query, visibleDepartment(actor, 'figures', query.dept_id));
    return [selectSum(where), selectPage(where, query, MAX_LIMIT, 0)];
  });
  return { rows: rowsOf(results[1]!), sum: sumOf(results[0]!).sum };
}

function parse(params: URLSearchParams, caller: Caller): Query {
  const query = parseParams(fields, params, caller.lang);
  if (!readOrder(query)) throw invalidField(fields, 'order_by', 'unsortable', caller.lang, { value: query.order_by ?? '' });
  return query;
}

function readOrder({ order_by }: Query): SQL | undefined {
  const order = parseOrder(order_by ?? 'name ASC');
  if (!order) return undefined;
  const key = order.column;
  const way = order.descending ? sql`DESC` : sql`ASC`;
  if (key === 'name') return sql`c.name_sort ${way}, c.id ${way}`;
  if (key === 'id') return sql`c.id ${way}`;
  return TOTAL_CUSTOMER_COLUMNS.some((column) => column.key === key) ? sql`${sql.identifier(key)} ${way}, c.id ${way}` : undefined;
}

/** Conditions on a direct of alias d and its customer of alias c. */
function whereOf(query: Query, department: number | null): SQL {
  const conditions = [
    ...(query.exc_start_time ? [sql`d.henkyaku_hi >= ${query.exc_start_time}`] : []),
    ...(query.exc_end_time ? [sql`d.henkyaku_hi <= ${query.exc_end_time}`] : []),
    ...(department !== null ? [sql`d.dept_id = ${department}`] : []),
    ...(query.department_groups__id ? [sql`d.dept_grp_id = ${query.department_groups__id}`] : []),
    ...(query.customer_id ? [sql`d.customer_id = ${query.customer_id}`] : []),
    ...(query.customers__name ? [containsFolded(sql`c.name_fold`, query.customers__name)] : []),
    ...(query.direct__hacchyuumoto ? [containsFolded(sql`d.hacchyuumoto_fold`, query.direct__hacchyuumoto)] : []),
    ...(query.direct__hacchyuu_naiyou ? [containsFolded(sql`d.hacchyuu_naiyou_fold`, query.direct__hacchyuu_naiyou)] : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1`;
}

function selectSum(where: SQL): SQL {
  return sql`SELECT COUNT(DISTINCT d.customer_id) AS total, COUNT(*) AS total_task, ifnull(SUM(d.tsubosuu), 0) AS total_tsubosuu
    FROM directs d JOIN customers c ON c.id = d.customer_id WHERE ${where}`;
}

function selectPage(where: SQL, query: Query, limit: number, offset: number): SQL {
  return sql`SELECT c.id, c.name, COUNT(*) AS total_task, ifnull(SUM(d.tsubosuu), 0) AS total_tsubosuu
    FROM directs d JOIN customers c ON c.id = d.customer_id WHERE ${where}
    GROUP BY d.customer_id ORDER BY ${readOrder(query)!} LIMIT ${limit} OFFSET ${offset}`;
}

function rowsOf(result: ResultSet): CustomerTotal[] {
  return result.rows.map((row) => ({
    id: Number(row.id),
    name: String(row.name),
    total_task: Number(row.total_task),
    total_tsubosuu: roundPoints(Number(row.total_tsubosuu)),
  }));
}

function sumOf(result: ResultSet): { total: number; sum: CustomersSum } {
  const row = result.rows[0]!;
  return { total: Number(row.total), sum: { total_task: Number(row.total_task), total_tsubosuu: roundPoints(Number(row.total_tsubosuu)) } };
}
