import { setTimeout as sleep } from 'node:timers/promises';
import { yearMonthOf } from '../../worker/contracts/months.ts';
import { ALL_ROLES, STAFF } from '../../worker/contracts/roles.ts';
import { type Standin, startBaseVnStandin } from '../base-vn-standin.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { type Office, type Person, pick } from './office.ts';
import { act, MONTHS } from './office-day.ts';
import { printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * What a month costs on the platform: the actions of an office, and everything that runs by itself, each by the rows that the
 * database server counts, requests, bytes and processor time of the Worker, after two years and after five. Arguments: actions, directs a month.
 */
const [ACTIONS = 1200, DIRECTS_A_MONTH = 3000] = process.argv.slice(2).map(Number);
const YEARS = [2, 5];
/** A day of a person: one action a minute and a half, seven hours. */
const ACTIONS_A_DAY = 280;
const WORKING_DAYS = 22;
const OFFICES = [50, 500, 5000];

/**
 * Prices in dollars a month as published in 2026, per million; they change, the use does not. Database: the plan whose months hold the use, and
 * what goes beyond it.
 */
const WORKERS = { base: 5, requests: { included: 10, price: 0.3 }, cpuMs: { included: 30, price: 0.02 } };
const DATABASE_PLANS = [
  { name: 'Developer', base: 4.99, read: { included: 2500, price: 0.001 }, written: { included: 25, price: 1 } },
  { name: 'Scaler', base: 24.92, read: { included: 100_000, price: 0.0008 }, written: { included: 100, price: 0.8 } },
  { name: 'Pro', base: 416.58, read: { included: 250_000, price: 0.00075 }, written: { included: 250, price: 0.75 } },
];

interface Use {
  requests: number;
  cpuMs: number;
  'database calls': number;
  'rows read': number;
  'rows written': number;
  'database kB': number;
}

interface RequestLine {
  route: string;
  db_rows_read: number;
  db_rows_written: number;
}

let proxy!: CountingProxy;
let site!: BenchSite;
let office!: Office;
let worker!: number;
let standin!: Standin;
const lines: RequestLine[] = [];

for (const years of YEARS) await measureOffice(years);

async function measureOffice(years: number): Promise<void> {
  const directs = DIRECTS_A_MONTH * 12 * years;
  standin = await startBaseVnStandin({ jobs: 1500, today: '2026-06-15' });
  const vars = {
    BASE_VN_URL: standin.url,
    BASE_VN_TOKEN: standin.token,
    BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(','),
    BACKUP_KEY: 'a-key-of-the-bench-0123456789abcdef0123456789',
  };
  lines.length = 0;
  site = await openBenchSite({
    directs,
    years,
    vars,
    between: async (serverUrl) => {
      proxy = await startCountingProxy(serverUrl);
      return proxy.url;
    },
    onLine: (line) => line.startsWith('{"route"') && lines.push(JSON.parse(line)),
  });
  office = site.office;
  worker = workerdPids().at(-1)!;
  try {
    const people = await office.people(ALL_ROLES, 20);
    const staff = new Set((await office.people(STAFF, 20)).map(({ id }) => id));
    const admin = people[0]!;
    // The first crawl brings the whole source, and the first calculation every point: an office does neither every day.
    await crawl(admin);
    for (const month of MONTHS) await calculate(admin, month);

    const day = await measure(ACTIONS / ACTIONS_A_DAY, async () => {
      for (let action = 0; action < ACTIONS; action++) {
        const person = pick(people);
        await act(office, person, staff.has(person.id));
      }
    });
    const dearest = addUpRoutes();
    // A month is closed as at its end, so that the night has a seal to compare.
    const { year, month } = yearMonthOf(MONTHS[0]!);
    await office.call(admin, 'POST', 'lock_and_unlock', { year, month, status: 1, reason: 'bench' });
    // Everybody is told of the lock, which is not what an idle minute does.
    await site.runCron('* * * * *').then(waitForWork);
    const jobs: [what: string, timesADay: number, work: () => Promise<unknown>][] = [
      ['every minute, nothing to do', 24 * 60, () => site.runCron('* * * * *')],
      ['every quarter of an hour, 20 jobs changed', 24 * 4, () => changeAndRun('*/15 * * * *')],
      ['digest of mails', 1, () => site.runCron('0 10 * * *')],
      ['nightly calculation', 1, () => site.runCron('30 18 * * *')],
      ['clean-up, comparison of seals, backup', 1, () => site.runCron('0 20 * * *')],
      ['a calculation by hand', 20, () => calculate(admin, '2026-06')],
    ];
    const own: { what: string; 'times a day': number; use: Use }[] = [];
    for (const [what, times, work] of jobs) own.push({ what, 'times a day': times, use: await measure(1, () => work().then(waitForWork)) });

    printTable(`${years} years: a person's working day (${ACTIONS_A_DAY} actions), ${directs.toLocaleString('en')} directs`, [{ ...day }]);
    printTable(
      'What runs by itself, each time',
      own.map(({ use, ...job }) => ({ ...job, ...use })),
    );
    printTable('The dearest calls of that day, by rows', dearest);
    printTable(
      'A month',
      OFFICES.map((size) => priceMonth(size, day, own)),
    );
  } finally {
    await site.close();
    await Promise.all([proxy.close(), standin.close()]);
  }
}

/** The use of the work, divided by a number. */
async function measure(by: number, work: () => Promise<unknown>): Promise<Use> {
  await waitForWork();
  proxy.take();
  const [cpu, requests] = [usageOf(worker).cpuMs, lines.length];
  await work();
  const use = proxy.take();
  return {
    requests: (lines.length - requests) / by,
    cpuMs: (usageOf(worker).cpuMs - cpu) / by,
    'database calls': use.requests / by,
    'rows read': use.rowsRead / by,
    'rows written': use.rowsWritten / by,
    'database kB': use.bytes / 1000 / by,
  };
}

/** The calls that read and wrote the most rows altogether; a row written costs as much as a thousand read. */
function addUpRoutes() {
  const routes = Map.groupBy(lines, ({ route }) => route);
  const sum = (of: RequestLine[], pickRows: (line: RequestLine) => number) => of.reduce((total, line) => total + pickRows(line), 0);
  return [...routes]
    .map(([route, of]) => {
      const [read, written] = [sum(of, (line) => line.db_rows_read), sum(of, (line) => line.db_rows_written)];
      return { route, calls: of.length, 'read each': read / of.length, 'written each': written / of.length, weight: read / 1000 + written };
    })
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 8);
}

function priceMonth(size: number, day: Use, own: readonly { 'times a day': number; use: Use }[]) {
  const total = (name: keyof Use) =>
    (day[name] * size * WORKING_DAYS + own.reduce((sum, job) => sum + job.use[name] * job['times a day'] * 30, 0)) / 1e6;
  const beyond = (use: number, { included, price }: { included: number; price: number }) => Math.max(0, use - included) * price;
  const plans = DATABASE_PLANS.map(({ name, base, read, written }) => {
    const shares = { 'rows read': total('rows read') / read.included, 'rows written': total('rows written') / written.included };
    const first = shares['rows read'] > shares['rows written'] ? 'rows read' : 'rows written';
    return { name, cost: base + beyond(total('rows read'), read) + beyond(total('rows written'), written), first, share: shares[first] };
  });
  const plan = plans.reduce((best, each) => (each.cost < best.cost ? each : best));
  return {
    people: size,
    'requests, M': total('requests'),
    'CPU ms, M': total('cpuMs'),
    'rows read, M': total('rows read'),
    'rows written, M': total('rows written'),
    'Workers $': WORKERS.base + beyond(total('requests'), WORKERS.requests) + beyond(total('cpuMs'), WORKERS.cpuMs),
    'database $': plan.cost,
    plan: plan.name,
    'its first limit': `${plan.first}, ${Math.round(plan.share * 100)} % used`,
  };
}

async function crawl(person: Person): Promise<void> {
  await office.call(person, 'GET', 'get-base-vn-data');
  await waitForWork();
}

async function changeAndRun(cron: string): Promise<void> {
  for (let time = 0; time < 20; time++) standin.updateJob(pick(standin.jobs()).id, { name: `Đổi ${Date.now()} ${time}` });
  await site.runCron(cron);
}

async function calculate(person: Person, month: string): Promise<void> {
  const { year, month: number } = yearMonthOf(month);
  await office.call(person, 'POST', 'calculate-new', { year, month: number });
  await waitForWork();
}

/** Until the queue has nothing under way for a while: what a cron sends is taken up within a second. */
async function waitForWork(): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const { rows } = await site.client.execute(
      `SELECT (SELECT COUNT(*) FROM calculation_runs WHERE finished_at IS NULL AND status <> 'preview')
        + (SELECT COUNT(*) FROM crawl_runs WHERE finished_at IS NULL) AS jobs`,
    );
    quiet = Number(rows[0]!.jobs) === 0 ? quiet + 1 : 0;
    await sleep(700);
  }
}
