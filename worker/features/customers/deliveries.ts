import { sql } from 'drizzle-orm';
import type { DeliveredJob, Deliveries } from '../../contracts/calls/answers/deliveries.ts';
import type { customerCalls } from '../../contracts/calls/declared/customers.ts';
import { DELIVERY_COLUMNS, DELIVERY_WORDS, deliveriesPath } from '../../contracts/calls/deliveries.ts';
import { monthKey } from '../../contracts/months.ts';
import { fill } from '../../contracts/text.ts';
import { notFoundError } from '../../crud/read.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { inMonth } from '../../platform/db/date-ranges.ts';
import { LOCKED_MONTHS } from '../../platform/db/month-lock.ts';
import { query } from '../../platform/db/query.ts';
import { customers } from '../../platform/db/schema/reference.ts';
import { asJson, hasRows, readFirst, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { roundDecimal } from '../../platform/text/rounding.ts';
import { respondWithWorkbook } from '../../platform/xlsx/workbook-response.ts';
import { writeWorkbook } from '../../platform/xlsx/write/write.ts';
import { customersResource } from '../../resources/customers.ts';

/** `GET /customers/{id}/deliveries?year=&month=&format=`. A PDF with Japanese letters needs their font, which no Worker has room for: a page prints it. */
export async function readDeliveries(input: CallInput<typeof customerCalls.readDeliveries>): Promise<Deliveries | Response> {
  const { caller, grant, id, values } = input;
  const { year, month, format } = values;
  if (format === 'pdf') {
    const path = deliveriesPath(id, `?year=${year}&month=${month}`);
    throw new AppError('invalid', {}, { messages: { format: fill(PRINT_INSTEAD[caller.lang], { path }) } });
  }
  const key = monthKey(year, month);
  const cells = Object.entries(JOB_CELLS).map(([name, cell]) => sql`${name}, ${cell}`);
  const { results } = await caller.read(grant, () => ({
    customer: query(sql`SELECT id, code, name FROM customers WHERE id = ${id}`, readFirst(CUSTOMER_READERS)),
    isLocked: query(sql`SELECT 1 FROM ${LOCKED_MONTHS} WHERE month = ${key}`, hasRows),
    jobs: query(
      sql`SELECT json_group_array(json(job)) AS jobs FROM (SELECT json_object(${sql.join(cells, sql`, `)}) AS job
        FROM directs d LEFT JOIN work_categories w ON w.id = d.work_category_id
        WHERE d.customer_id = ${id} AND ${inMonth(sql`d.henkyaku_hi`, key)} ORDER BY d.henkyaku_hi, d.id)`,
      readValue(asJson<DeliveredJob[]>()),
    ),
  }));
  const { customer, isLocked, jobs } = results;
  if (!customer) throw notFoundError(customersResource.contract, caller.lang);
  const answer = { customer, year, month, draft: !isLocked, jobs, totals: addUp(jobs) };
  return format === 'xlsx' ? respondWithWorkbook(writeDeliveries(answer), `deliveries-${customer.code ?? id}-${key}`) : answer;
}

const PRINT_INSTEAD = {
  vi: 'Máy chủ không tạo PDF. Hãy mở trang {path} rồi in, hoặc lưu thành PDF',
  en: 'The server makes no PDF. Open the page {path} and print it, or save it as PDF',
};

const CUSTOMER_READERS = { id: customers.id, code: customers.code, name: customers.name };

const JOB_CELLS = {
  id: sql`d.id`,
  name: sql`d.name`,
  bukkenmei: sql`d.bukkenmei`,
  tokuisakimei: sql`d.tokuisakimei`,
  hacchyuu_naiyou: sql`ifnull(d.hacchyuu_naiyou, w.work_name)`,
  tsubosuu: sql`d.tsubosuu`,
  uketsuke_hi: sql`d.uketsuke_hi`,
  kibou_nouki: sql`d.kibou_nouki`,
  henkyaku_hi: sql`d.henkyaku_hi`,
  on_time: sql`d.henkyaku_hi <= d.kibou_nouki`,
  teisei_henkyaku_hi: sql`d.teisei_henkyaku_hi`,
} satisfies Record<keyof DeliveredJob, unknown>;

function addUp(jobs: readonly DeliveredJob[]): Deliveries['totals'] {
  const count = (is: (job: DeliveredJob) => boolean) => jobs.filter(is).length;
  return {
    jobs: jobs.length,
    tsubosuu: roundDecimal(
      jobs.reduce((sum, { tsubosuu }) => sum + (tsubosuu ?? 0), 0),
      2,
      'half',
    ),
    on_time: count(({ on_time }) => on_time === 1),
    late: count(({ on_time }) => on_time === 0),
    corrections: count(({ teisei_henkyaku_hi }) => teisei_henkyaku_hi !== null),
  };
}

function writeDeliveries({ customer, year, month, draft, jobs, totals }: Deliveries): ReadableStream<Uint8Array> {
  const words = DELIVERY_WORDS;
  async function* rows() {
    yield jobs.map((job) =>
      DELIVERY_COLUMNS.map(({ key }) => (key !== 'on_time' ? job[key] : job.on_time === null ? null : words.on_time[job.on_time])),
    );
  }
  const sums: Partial<Record<keyof DeliveredJob, string | number>> = {
    name: `${words.total} ${totals.jobs}${words.unit}`,
    bukkenmei: draft ? words.draft : '',
    tokuisakimei: customer.name,
    tsubosuu: totals.tsubosuu,
    on_time: `${totals.on_time} / ${words.late} ${totals.late}`,
    teisei_henkyaku_hi: `${words.corrections} ${totals.corrections}`,
  };
  return writeWorkbook({
    sheetName: [words.title, monthKey(year, month), ...(draft ? [words.draft_tab] : [])].join(' '),
    columns: DELIVERY_COLUMNS.map(({ label, kind, decimals }) => ({
      header: label.ja ?? label.en,
      kind: kind === 'date' || kind === 'decimal' ? kind : 'text',
      ...(decimals !== undefined && { decimals }),
    })),
    rows: rows(),
    totals: DELIVERY_COLUMNS.map(({ key }) => sums[key]),
  });
}
