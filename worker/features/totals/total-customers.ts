import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { TotalCustomerRow } from '../../contracts/calls/answers/totals.ts';
import { customerTotalsFields as fields, TOTAL_CUSTOMER_COLUMNS } from '../../contracts/calls/totals.ts';
import { type Envelope, MAX_LIMIT, readPage, toEnvelope } from '../../contracts/paging.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { containsFolded } from '../../crud/predicates.ts';
import { parseOrder } from '../../crud/query.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { LOCKED_MONTHS } from '../../platform/db/month-lock.ts';
import { type Plan, type Query, query, type ResultsOf } from '../../platform/db/query.ts';
import { customers } from '../../platform/db/schema/reference.ts';
import { asJson, asNumber, readOne, readRows } from '../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../platform/db/value-as-sealed.ts';
import { visibleDepartment } from '../../platform/department-scope.ts';
import { invalidField, parseParams } from '../../platform/parse-call.ts';
import { fold } from '../../platform/text/fold.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import { sortKey } from '../../platform/text/sort-key.ts';
import { type CustomersSum, JOBS_PER_PIECE, selectJobsAfter, streamCustomers } from './customer-jobs.ts';
import { filterConditions } from './totals-filter.ts';

type Asked = ReturnType<typeof parseParams<typeof fields>>;

/** `GET /total_customers`: customers with the number, the jobs and the floor area of their directs in the filter, and `sum` over all of them. */
export async function listCustomerTotals(
  caller: Caller,
  params: URLSearchParams,
): Promise<(Envelope<TotalCustomerRow> & { sum: CustomersSum }) | ReadableStream<Uint8Array>> {
  const asked = await authorizeThenValidate(caller, EVERYONE, () => parse(params, caller));
  const { page, limit } = readPage(asked);
  const { results, where } = await readAsNamed(caller, EVERYONE, asked, (where, renamed) => {
    const onPage = pageOf(asked, limit, (page - 1) * limit);
    return {
      sums: selectSums(where, renamed, onPage),
      jobs: asked.with_jobs === 0 ? undefined : selectJobsAfter(where, sql`${withCustomers(where, renamed)} SELECT id FROM (${onPage})`, 0),
    };
  });
  const { jobs } = results;
  const { total, rows, ...sum } = results.sums;
  const whole = { ...toEnvelope({ page, limit }, total, rows), sum };
  const expected = rows.reduce((tasks, row) => tasks + row.total_task, 0);
  if (!jobs) return { ...whole, data: rows.map((row) => ({ ...row, direct: [] })) };
  if (expected > JOBS_PER_PIECE) return streamCustomers(caller, where, whole);
  return { ...whole, data: rows.map((row) => ({ ...row, direct: jobs.get(row.id) ?? [] })) };
}

/** Every customer of the filter, without job rows, for the workbook. */
export async function readAllCustomerTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const asked = await authorizeThenValidate(caller, grant, () => parse(params, caller));
  const { results } = await readAsNamed(caller, grant, asked, (where, renamed) => selectSums(where, renamed, pageOf(asked, MAX_LIMIT, 0)));
  const { total: _, rows, ...sum } = results;
  return { rows, sum };
}

/**
 * Reads what a plan asks of the directs of the filter. A customer is named, found and sorted as in the last month of the filter; only where somebody was
 * renamed since that month was sealed, everything is read once more.
 */
async function readAsNamed<P extends Plan>(
  caller: Caller,
  grant: Grant,
  asked: Asked,
  planFor: (where: SQL, renamed: readonly RenamedCustomer[]) => P,
): Promise<{ results: ResultsOf<P>; where: SQL }> {
  const whereFor = (actor: Actor, renamed: readonly RenamedCustomer[]) =>
    whereOf(asked, visibleDepartment(actor, 'figures', asked.dept_id), renamed);
  const { actor, results } = await caller.read(grant, (actor) => ({
    renamed: selectRenamedCustomers(asked.exc_end_time?.slice(0, 7) ?? null),
    present: planFor(whereFor(actor, []), []),
  }));
  const where = whereFor(actor, results.renamed);
  if (results.renamed.length === 0) return { results: results.present, where };
  return { results: await caller.readMore(planFor(where, results.renamed)), where };
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
  if (key === 'name') return sql`name_sort ${way}, id ${way}`;
  if (key === 'id') return sql`id ${way}`;
  return TOTAL_CUSTOMER_COLUMNS.some((column) => column.key === key) ? sql`${sql.identifier(key)} ${way}, id ${way}` : undefined;
}

/** Conditions on a direct of alias d and its customer of alias c. */
function whereOf(asked: Asked, department: number | null, renamed: readonly RenamedCustomer[]): SQL {
  const conditions = [
    ...(asked.exc_start_time ? [sql`d.henkyaku_hi >= ${asked.exc_start_time}`] : []),
    ...(asked.exc_end_time ? [sql`d.henkyaku_hi <= ${asked.exc_end_time}`] : []),
    ...filterConditions({ department, group: asked.department_groups__id }, { department: sql`d.dept_id`, group: sql`d.dept_grp_id` }),
    ...(asked.customer_id ? [sql`d.customer_id = ${asked.customer_id}`] : []),
    ...(asked.customers__name ? [containsFolded(nameOfCustomer(sql`c.name_fold`, renamed, fold), asked.customers__name)] : []),
    ...(asked.direct__hacchyuumoto ? [containsFolded(sql`d.hacchyuumoto_fold`, asked.direct__hacchyuumoto)] : []),
    ...(asked.direct__hacchyuu_naiyou ? [containsFolded(sql`d.hacchyuu_naiyou_fold`, asked.direct__hacchyuu_naiyou)] : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1`;
}

/** The customers of the filter with their sums: by the customer first, whose jobs an index has together with what is added up. */
function withCustomers(where: SQL, renamed: readonly RenamedCustomer[]): SQL {
  return sql`WITH summed AS MATERIALIZED (SELECT c.id, ${nameOfCustomer(sql`c.name`, renamed)} AS name, ${nameOfCustomer(sql`c.name_sort`, renamed, sortKey)} AS name_sort,
      COUNT(*) AS total_task, ifnull(SUM(d.tsubosuu), 0) AS total_tsubosuu
    FROM customers c CROSS JOIN directs d ON d.customer_id = c.id WHERE ${where} GROUP BY c.id)`;
}

/** Of those customers; the order's columns are theirs. */
function pageOf(asked: Asked, limit: number, offset: number): SQL {
  return sql`SELECT * FROM summed ORDER BY ${readOrder(asked)!} LIMIT ${limit} OFFSET ${offset}`;
}

/** The sums of all customers with the rows of a page, from one reading of the jobs. */
function selectSums(where: SQL, renamed: readonly RenamedCustomer[], onPage: SQL) {
  const sums = sql`${withCustomers(where, renamed)} SELECT COUNT(*) AS total, ifnull(SUM(total_task), 0) AS total_task,
      ifnull(SUM(total_tsubosuu), 0) AS total_tsubosuu,
      (SELECT json_group_array(json_array(id, name, total_task, total_tsubosuu)) FROM (${onPage})) AS "rows" FROM summed`;
  return query(query(sums, readOne({ total: asNumber, ...SUM_READERS, rows: asJson<CustomerCell[]>() })), ({ rows, ...sum }) => ({
    ...sum,
    rows: rows.map(([id, name, total_task, tsubosuu]) => ({ id, name, total_task, total_tsubosuu: roundPoints(tsubosuu) })),
  }));
}

type CustomerCell = [id: number, name: string, total_task: number, total_tsubosuu: number];

const asPoints = (stored: Value, name: string) => roundPoints(asNumber(stored, name));
const SUM_READERS = { total_task: asNumber, total_tsubosuu: asPoints };

/** A customer who was renamed, by the former name. */
interface RenamedCustomer {
  id: number;
  name: string;
}

/** The customers who were called otherwise when the month (YYYY-MM) was sealed; nobody for an open month or none. */
function selectRenamedCustomers(month: string | null): Query<RenamedCustomer[]> {
  const name = valueAsSealed(customers.name, sql`c.id`, sql`l.month`);
  return query(
    sql`SELECT id, name FROM (SELECT c.id, c.name AS present, ${name} AS name FROM ${LOCKED_MONTHS} l CROSS JOIN customers c WHERE l.month = ${month})
      WHERE name <> present`,
    readRows({ id: customers.id, name: customers.name }),
  );
}

/** A form of the name of customer c: of a renamed one that of the former name, otherwise the column. */
function nameOfCustomer(column: SQL, renamed: readonly RenamedCustomer[], toForm = (name: string) => name): SQL {
  if (renamed.length === 0) return column;
  const forms = JSON.stringify(renamed.map(({ id, name }) => [id, toForm(name)]));
  return sql`ifnull((SELECT value ->> 1 FROM json_each(${forms}) WHERE value ->> 0 = c.id), ${column})`;
}
