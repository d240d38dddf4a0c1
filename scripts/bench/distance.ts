import { type DatabaseProxy, startDatabaseProxy } from '../../tests/support/database-proxy.ts';
import { DEMO_PASSWORD } from '../seed/people.ts';
import { openBenchSite } from './bench-site.ts';
import { NEW_DIRECT } from './office.ts';
import { median, printTable } from './print-table.ts';

/**
 * What people ask for with a database server that is 0, 30 and 60 ms away there and back and takes 0, 25 and 50 ms more for a commit:
 * milliseconds of the slowest of twenty answers but one, beside the round trips of each, counted between Worker and server. One call after
 * another. Then how each is answered where the server cuts transactions or forgets streams. Ends with 1 where a budget is passed, or an answer
 * is 500. Another number of directs may be given.
 */
const [DIRECTS = 10_000] = process.argv.slice(2).map(Number);
const PLACES = [
  { distance: 0, commit: 0 },
  { distance: 30, commit: 25 },
  { distance: 60, commit: 50 },
];
/** Of the median: what a call may take beyond its round trips and the commit. */
const OWN_MS = 20;
const TIMES = 20;
/** Work in the queue, and what seals a month, is tried less often. */
const FEW = 3;
const MONTH = 'year=2026&month=6';

interface Tried {
  what: string;
  run: () => Promise<void>;
  times?: number;
  /** Round trips and commits that its budget holds, with `OWN_MS`. */
  budget?: { trips: number; commits: number };
}

let proxy!: DatabaseProxy;
const site = await openBenchSite({
  directs: DIRECTS,
  between: async (serverUrl) => {
    proxy = await startDatabaseProxy(serverUrl);
    return proxy.url;
  },
});
const { ask } = site;
/** What a hosted server does to transactions and streams: it cuts those that take longer than 5 s, and forgets those that it moved elsewhere. */
const FAULTS = {
  'cut twice': () => proxy.fail('cut', 2),
  'cut each time': () => proxy.fail('cut'),
  'streams lost': () => proxy.replaceBaton('never-handed-out', Number.POSITIVE_INFINITY),
};
const rows: Record<string, string | number>[] = [];
const answers: Record<string, string>[] = [];
const passed: string[] = [];
try {
  const { data: list } = await ask('GET', 'directs?exc_start_time=2026-06-01&exc_end_time=2026-06-30&limit=100');
  const job = list.find((row: { is_checked: number }) => !row.is_checked);
  const path = `directs/${job.id}`;
  const { external_id, ...values } = Object.fromEntries(Object.entries(job).filter(([, value]) => typeof value !== 'object'));
  let count = 0;
  let locked = 0;
  const calls: Tried[] = [
    { what: 'sign in', run: () => send('POST', 'auth/login', { username: 'admin', password: DEMO_PASSWORD }) },
    { what: 'list', run: () => send('GET', `directs?page=${1 + (count++ % 50)}`), budget: { trips: 1, commits: 0 } },
    { what: 'one record', run: () => send('GET', path) },
    { what: 'search', run: () => send('GET', 'search?q=kiso') },
    { what: 'create', run: () => send('POST', 'directs', { ...values, ...NEW_DIRECT, name: `bench ${count++}` }) },
    { what: 'save', run: () => send('PUT', path, { tsubosuu: 20 + (count++ % 50) }), budget: { trips: 2, commits: 1 } },
    { what: 'check, uncheck', run: () => send('POST', 'directs/checked', { id: job.id, is_checked: count++ % 2 }) },
    { what: 'points while typing', run: () => send('POST', 'directs/preview-points', { id: job.id, values: { tsubosuu: 41.2 } }) },
    { what: 'how points came about', run: () => send('GET', `${path}/calculation`) },
    { what: 'own statement', run: () => send('GET', `statements/me?${MONTH}`) },
    { what: 'its lines', run: () => send('GET', `statements/me/lines?kind=design&${MONTH}`) },
    { what: 'totals', run: () => send('GET', `totals?${MONTH}`) },
    { what: 'dashboard', run: () => send('GET', `charts?${MONTH}`) },
    { what: 'checklist', run: () => send('GET', `month-checklist?${MONTH}`) },
    { what: 'notices', run: () => send('GET', 'notices?unread=1') },
    {
      what: 'edit of 100',
      run: () => send('POST', 'directs/bulk', { ids: list.map(({ id }: { id: number }) => id), values: { bikou: `bench ${count++}` } }),
      times: FEW,
    },
    {
      what: 'lock, unlock',
      run: () => send('POST', 'lock_and_unlock', { year: 2025, month: 3, status: ++locked % 2, reason: 'bench' }),
      times: 2 * FEW,
    },
    { what: 'calculation of a month', run: calculate, times: FEW },
  ];
  for (const call of calls) rows.push({ call: call.what, ...(await measure(call)) });
  // A save of a checked job is refused, whatever the server does.
  await send('POST', 'directs/checked', { id: job.id, is_checked: 0 });
  for (const call of calls) answers.push({ call: call.what, ...(await breakCall(call)) });
} finally {
  printTable(`Round trips to the database, and ms of the slowest answer but one, ${DIRECTS.toLocaleString('en')} directs`, rows);
  printTable('Answered with, and after how many ms, where the server cuts transactions or forgets streams', answers);
  await site.close();
  await proxy.close();
}
if (passed.length > 0) throw new Error(`Budgets passed: ${passed.join('; ')}`);

async function measure({ what, run, times = TIMES, budget }: Tried) {
  const cells: Record<string, number> = {};
  let trips = Number.NaN;
  for (const { distance, commit } of PLACES) {
    proxy.delay(distance, commit);
    // The first one opens what later ones find open.
    await run();
    const took: { ms: number; trips: number }[] = [];
    for (let time = 0; time < times; time++) {
      proxy.reset();
      const started = performance.now();
      await run();
      took.push({ ms: performance.now() - started, trips: proxy.requests() });
    }
    took.sort((one, other) => one.ms - other.ms);
    cells[`at ${distance} ms`] = Math.round(took.at(times > FEW * 2 ? -2 : -1)!.ms);
    trips = Math.min(...took.map((one) => one.trips), Number.isNaN(trips) ? Infinity : trips);
    const middle = median(took.map((one) => one.ms));
    cells[`median at ${distance}`] = Math.round(middle);
    const most = budget && budget.trips * distance + budget.commits * commit + OWN_MS;
    if (most !== undefined && middle > most) passed.push(`${what} at ${distance} ms: ${Math.round(middle)} ms, more than ${most}`);
  }
  proxy.delay(0);
  return { 'round trips': trips, ...cells };
}

/** How a call is answered under each fault: a status of 500 is none that it may have. */
async function breakCall({ what, run }: Tried): Promise<Record<string, string>> {
  const cells: Record<string, string> = {};
  for (const [fault, impose] of Object.entries(FAULTS)) {
    impose();
    const started = performance.now();
    const status = await run().then(
      () => 'done',
      (error: Error) => /: (\d{3}) /.exec(error.message)?.[1] ?? error.message,
    );
    cells[fault] = `${status} ${Math.round(performance.now() - started)}`;
    if (!['done', '503'].includes(status)) passed.push(`${what}, ${fault}: ${status}`);
    proxy.heal();
    proxy.replaceBaton('', 0);
  }
  return cells;
}

/** From the press of the button until the points are published. */
async function calculate(): Promise<void> {
  const { id } = await ask('POST', 'calculations', { year: 2026, month: 6 });
  await site.untilFinished(`calculations/${id}`, 20);
}

async function send(method: string, path: string, body?: object): Promise<void> {
  await ask(method, path, body);
}
