import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { TotalCustomerJob, TotalCustomerRow } from '../../contracts/calls/answers/totals.ts';
import type { Envelope } from '../../contracts/paging.ts';
import { toByteStream } from '../../platform/byte-stream.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { departmentGroups, departments } from '../../platform/db/schema/organisation.ts';
import { asJson, readValue } from '../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../platform/db/value-as-sealed.ts';

export type CustomerTotal = Omit<TotalCustomerRow, 'direct'>;

export interface CustomersSum {
  total_task: number;
  total_tsubosuu: number;
}

/** Jobs that are read and held in memory at once. */
export const JOBS_PER_PIECE = 5000;

const asSealed = (column: SQLiteColumn, id: SQL) => valueAsSealed(column, id, sql`substr(d.henkyaku_hi, 1, 7)`);
const JOB_COLUMNS = {
  id: sql`d.id`,
  name: sql`d.name`,
  bukkenmei: sql`d.bukkenmei`,
  hacchyuumoto: sql`d.hacchyuumoto`,
  hacchyuu_naiyou: sql`d.hacchyuu_naiyou`,
  tsubosuu: sql`d.tsubosuu`,
  uketsuke_hi: sql`d.uketsuke_hi`,
  henkyaku_hi: sql`d.henkyaku_hi`,
  department_name: asSealed(departments.name, sql`d.dept_id`),
  group_name: asSealed(departmentGroups.group_name, sql`d.dept_grp_id`),
  is_checked: sql`d.is_checked`,
} satisfies Record<keyof TotalCustomerJob, SQL>;
const JOB_KEYS = Object.keys(JOB_COLUMNS) as (keyof TotalCustomerJob)[];

/** The next jobs of these customers by id, under their customer; `where` is of a direct d and its customer c. */
export function selectJobsAfter(where: SQL, customers: SQL, after: number): Query<Map<number, TotalCustomerJob[]>> {
  const packed = sql`SELECT json_group_array(json(cells)) AS packed
    FROM (SELECT json_array(d.customer_id, ${sql.join(Object.values(JOB_COLUMNS), sql`, `)}) AS cells
      FROM directs d JOIN customers c ON c.id = d.customer_id
      WHERE ${where} AND d.id > ${after} AND d.customer_id IN (${customers}) ORDER BY d.id LIMIT ${JOBS_PER_PIECE})`;
  return query(packed, (result) => groupByCustomer(readValue(asJson<JobCell[]>())(result)));
}

type JobCell = [customer: number, ...columns: unknown[]];

function groupByCustomer(packed: readonly JobCell[]): Map<number, TotalCustomerJob[]> {
  const jobs = new Map<number, TotalCustomerJob[]>();
  for (const [customer, ...cells] of packed) {
    const job = Object.fromEntries(JOB_KEYS.map((key, index) => [key, cells[index]])) as TotalCustomerJob;
    const list = jobs.get(customer);
    if (list) list.push(job);
    else jobs.set(customer, [job]);
  }
  return jobs;
}

/** The envelope as JSON text, with the jobs of a few customers, or a piece of one customer's, in memory at a time. */
export function streamCustomers(
  caller: Caller,
  where: SQL,
  { data, ...rest }: Envelope<CustomerTotal> & { sum: CustomersSum },
): ReadableStream<Uint8Array> {
  const read = (ids: readonly number[], after: number) =>
    caller.readMore(selectJobsAfter(where, sql`SELECT value FROM json_each(${JSON.stringify(ids)})`, after));
  const headOf = (row: CustomerTotal) => JSON.stringify({ ...row, direct: [] }).slice(0, -2);

  async function* text() {
    yield '{"data":[';
    let separator = '';
    for (const group of inPieces(data)) {
      const single = group.length === 1 ? group[0] : undefined;
      if (single && single.total_task > JOBS_PER_PIECE) {
        yield separator + headOf(single);
        let jobSeparator = '';
        for (let after = 0; ; ) {
          const jobs = (await read([single.id], after)).get(single.id) ?? [];
          if (jobs.length > 0) yield jobSeparator + jobs.map((job) => JSON.stringify(job)).join(',');
          jobSeparator = ',';
          if (jobs.length < JOBS_PER_PIECE) break;
          after = jobs.at(-1)!.id;
        }
        yield ']}';
      } else {
        const jobs = await read(
          group.map(({ id }) => id),
          0,
        );
        yield separator + group.map((row) => JSON.stringify({ ...row, direct: jobs.get(row.id) ?? [] })).join(',');
      }
      separator = ',';
    }
    yield `],${JSON.stringify(rest).slice(1)}`;
  }
  return toByteStream(text());
}

/** Neighbours whose jobs fit into one piece together; a customer with more stands alone. */
function* inPieces(customers: readonly CustomerTotal[]): Generator<CustomerTotal[]> {
  let group: CustomerTotal[] = [];
  let jobs = 0;
  for (const customer of customers) {
    if (group.length > 0 && jobs + customer.total_task > JOBS_PER_PIECE) {
      yield group;
      group = [];
      jobs = 0;
    }
    group.push(customer);
    jobs += customer.total_task;
  }
  if (group.length > 0) yield group;
}
