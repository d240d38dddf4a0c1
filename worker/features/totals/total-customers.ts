import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { TotalCustomerRow } from '../../contracts/calls/answers/totals.ts';
import { customerTotalsFields as fields, TOTAL_CUSTOMER_COLUMNS } from '../../contracts/calls/totals.ts';
import { type Envelope, MAX_LIMIT, readPage, toEnvelope } from '../../contracts/paging.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { containsFolded } from '../../crud/predicates.ts';
import { parseOrder } from '../../crud/query.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { customers } from '../../platform/db/schema/reference.ts';
import { asNumber, readOne, readRows } from '../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../platform/db/value-as-sealed.ts';
import { visibleDepartment } from '../../platform/department-scope.ts';
import { invalidField, parseParams } from '../../platform/parse-call.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import { type CustomersSum, JOBS_PER_PIECE, selectJobsAfter, streamCustomers } from './customer-jobs.ts';

type Asked = ReturnType<typeof parseParams<typeof fields>>;

/** `GET /total_customers`: customers with the number, the jobs and the floor area of their directs in the filter, and `sum` over all of them. */
export async function listCustomerTotals(
  caller: Caller,
  params: URLSearchParams,
): Promise<(Envelope<TotalCustomerRow> & { sum: CustomersSum }) | ReadableStream<Uint8Array>> {
  const asked = await authorizeThenValidate(caller, EVERYONE, () => parse(params, caller));
  const { page, limit } = readPage(asked);
  const filterFor = (actor: Actor) => whereOf(asked, visibleDepartment(actor, 'figures', asked.dept_id));
  const { actor, results } = await caller.read(EVERYONE, (actor) => {
    const where = filterFor(actor);
    const onPage = sql`SELECT id FROM (${selectPage(where, asked, limit, (page - 1) * limit)})`;
    return {
      sums: selectSum(where),
      rows: query(selectPage(where, asked, limit, (page - 1) * limit), readRows(CUSTOMER_READERS)),
      jobs: asked.with_jobs === 0 ? undefined : selectJobsAfter(where, onPage, 0),
    };
  });
  const { rows, jobs } = results;
  const { total, ...sum } = results.sums;
  const whole = { ...toEnvelope({ page, limit }, total, rows), sum };
  const expected = rows.reduce((tasks, row) => tasks + row.total_task, 0);
  if (!jobs) return { ...whole, data: rows.map((row) => ({ ...row, direct: [] })) };
  if (expected > JOBS_PER_PIECE) return streamCustomers(caller, filterFor(actor), whole);
  return { ...whole, data: rows.map((row) => ({ ...row, direct: jobs.get(row.id) ?? [] })) };
}

/** Every customer of the filter, without job rows, for the workbook. */
export async function readAllCustomerTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const asked = await authorizeThenValidate(caller, grant, () => parse(params, caller));
  const { results } = await caller.read(grant, (actor) => {
    const where = whereOf(asked, visibleDepartment(actor, 'figures', asked.dept_id));
    return { sums: selectSum(where), rows: query(selectPage(where, asked, MAX_LIMIT, 0), readRows(CUSTOMER_READERS)) };
  });
  const { total: _, ...sum } = results.sums;
  return { rows: results.rows, sum };
}

function parse(params: URLSearchParams, caller: Caller): Asked {
  const asked = parseParams(fields, params, caller.lang);
  if (!readOrder(asked)) throw invalidField(fields, 'order_by', 'unsortable', caller.lang, { value: asked.order_by ?? '' });
  return asked;
}

function readOrder({ order_by }: Asked): SQL | undefined {
  const order = parseOrder(order_by ?? 'name ASC');
  if (!order) return undefined;
  const key = order.column;
  const way = order.descending ? sql`DESC` : sql`ASC`;
  if (key === 'name') return sql`c.name_sort ${way}, c.id ${way}`;
  if (key === 'id') return sql`c.id ${way}`;
  return TOTAL_CUSTOMER_COLUMNS.some((column) => column.key === key) ? sql`${sql.identifier(key)} ${way}, c.id ${way}` : undefined;
}

/** Conditions on a direct of alias d and its customer of alias c. */
function whereOf(asked: Asked, department: number | null): SQL {
  const conditions = [
    ...(asked.exc_start_time ? [sql`d.henkyaku_hi >= ${asked.exc_start_time}`] : []),
    ...(asked.exc_end_time ? [sql`d.henkyaku_hi <= ${asked.exc_end_time}`] : []),
    ...(department !== null ? [sql`d.dept_id = ${department}`] : []),
    ...(asked.department_groups__id ? [sql`d.dept_grp_id = ${asked.department_groups__id}`] : []),
    ...(asked.customer_id ? [sql`d.customer_id = ${asked.customer_id}`] : []),
    ...(asked.customers__name ? [containsFolded(sql`c.name_fold`, asked.customers__name)] : []),
    ...(asked.direct__hacchyuumoto ? [containsFolded(sql`d.hacchyuumoto_fold`, asked.direct__hacchyuumoto)] : []),
    ...(asked.direct__hacchyuu_naiyou ? [containsFolded(sql`d.hacchyuu_naiyou_fold`, asked.direct__hacchyuu_naiyou)] : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1`;
}

function selectSum(where: SQL) {
  const sums = sql`SELECT COUNT(DISTINCT d.customer_id) AS total, COUNT(*) AS total_task, ifnull(SUM(d.tsubosuu), 0) AS total_tsubosuu
    FROM directs d JOIN customers c ON c.id = d.customer_id WHERE ${where}`;
  return query(sums, readOne({ total: asNumber, ...SUM_READERS }));
}

/** A customer is named as in the last month of the filter. */
function selectPage(where: SQL, asked: Asked, limit: number, offset: number): SQL {
  const name = valueAsSealed(customers.name, sql`c.id`, sql`${asked.exc_end_time?.slice(0, 7) ?? null}`);
  return sql`SELECT c.id, ${name} AS name, COUNT(*) AS total_task, ifnull(SUM(d.tsubosuu), 0) AS total_tsubosuu
    FROM directs d JOIN customers c ON c.id = d.customer_id WHERE ${where}
    GROUP BY d.customer_id ORDER BY ${readOrder(asked)!} LIMIT ${limit} OFFSET ${offset}`;
}

const asPoints = (stored: Value, name: string) => roundPoints(asNumber(stored, name));
const SUM_READERS = { total_task: asNumber, total_tsubosuu: asPoints };
const CUSTOMER_READERS = { id: customers.id, name: customers.name, ...SUM_READERS };
