import { openBenchSite } from './bench-site.ts';
import { calculateMonth, fillMonth } from './fill-month.ts';
import { median, printTable } from './print-table.ts';

/**
 * What the screens that close a month ask for, with 100,000 directs in it, calculated: milliseconds until the first byte and the last,
 * one call after another, with a script heap of 96 MB. Another number of directs may be given.
 */
const [DIRECTS = 100_000] = process.argv.slice(2).map(Number);
const TIMES = 5;

const site = await openBenchSite({ directs: 0, heapMb: 96 });
try {
  await fillMonth(site.client, '2026-08', DIRECTS);
  const headers = await site.signIn();
  const ask = (path: string) => fetch(new URL(`/api/v1/${path}`, site.url), { headers });
  await calculateMonth(site, '2026-08');

  const month = 'year=2026&month=8';
  const dates = 'exc_start_time=2026-08-01&exc_end_time=2026-08-31';
  const calls: [screen: string, path: string][] = [
    ['totals', `totals?${month}&limit=100`],
    ['totals, xlsx', `totals/export?${month}`],
    ['total-customer', `total_customers?${dates}&limit=10&with_jobs=0`],
    ['total-customer, one opened', `total_customers?${dates}&limit=1&customer_id=1`],
    ['total-customer, xlsx', `total_customers/export?${dates}`],
    ['dashboard, per person', `charts?${month}&limit=100`],
    ['dashboard, per department', `home/get-all-group-by-dev?${month}`],
    ['dashboard, xlsx', `home/export?is_department=0&${month}`],
    ['before closing', `month-checklist?${month}`],
    ['directs', `directs?${dates}&limit=100`],
    ['directs, by points', `directs?${dates}&limit=100&order_by=result_design_point%20DESC`],
    ['techousei', `directs_techousei?${dates}&limit=100`],
    ['techousei, last page', `directs_techousei?${dates}&limit=100&page=${Math.floor(DIRECTS / 100)}`],
    ['techousei, xlsx', `directs_techousei/export?${dates}`],
  ];
  const rows = [];
  for (const [screen, path] of calls) {
    const turns = [];
    for (let turn = 0; turn < (path.includes('/export') ? 1 : TIMES); turn++) turns.push(await timed(() => ask(path)));
    rows.push({
      screen,
      'first byte ms': Math.round(median(turns.map(({ first }) => first))),
      'all of it ms': Math.round(median(turns.map(({ last }) => last))),
      kB: Math.round(turns[0]!.bytes / 1024),
    });
  }
  printTable(`A month of ${DIRECTS.toLocaleString('en')} directs`, rows);
} finally {
  await site.close();
}

async function timed(call: () => Promise<Response>) {
  const start = performance.now();
  const answer = await call();
  if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  const first = performance.now() - start;
  const bytes = (await answer.arrayBuffer()).byteLength;
  return { first, last: performance.now() - start, bytes };
}
