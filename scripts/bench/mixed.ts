import { setTimeout as sleep } from 'node:timers/promises';
import { yearMonthOf } from '../../worker/contracts/months.ts';
import { ALL_ROLES, STAFF } from '../../worker/contracts/roles.ts';
import { startBaseVnStandin } from '../base-vn-standin.ts';
import { openBenchSite, SECRET } from './bench-site.ts';
import { Office, type Person, pick } from './office.ts';
import { act, MONTHS } from './office-day.ts';
import { median, printTable } from './print-table.ts';
import { memoryOf, workerdPids } from './process-usage.ts';

/**
 * Ten minutes of an office of 20 people: lists, edits, checks, new records, exports of which one in ten is left on the way; a calculation and a
 * crawl every minute, in a script heap of 96 MB. Prints answers by status, the memory of each process by quarters of the time, what stays in the
 * staging tables, and the criteria; ends with code 1 where one is not met. Arguments: seconds, people, directs.
 */
const [SECONDS = 600, PEOPLE = 20, DIRECTS = 20_000] = process.argv.slice(2).map(Number);
const HEAP_MB = 96;
/**
 * Growth of the median from the third to the last quarter. Of the Worker's, what workerd keeps of any call is taken off: an empty Worker grows too,
 * by 10 MB in 1,000 calls, and calls that are refused at the door by as much as others.
 */
const MAX_GROWTH_PERCENT = 5;
const REFUSED_CALLS = 2000;
const GROWTH = 'quarter 3 to 4, %';
const THINKING_MS = 1500;
const JOBS_EVERY_MS = 60_000;
const SAMPLE_EVERY_MS = 2000;

const standin = await startBaseVnStandin({ jobs: 1500, today: '2026-06-15' });
const vars = { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(',') };
const site = await openBenchSite({ directs: DIRECTS, heapMb: HEAP_MB, vars });
const office = new Office(() => site.url, site.client, SECRET);
const processes = { Worker: workerdPids()[0]!, 'database server': site.sqld.pid, 'this bench': process.pid };
const end = Date.now() + SECONDS * 1000;
try {
  const people = await office.people(ALL_ROLES, PEOPLE);
  const staff = await office.people(STAFF, PEOPLE);
  const isStaff = new Set(staff.map(({ id }) => id));
  const samples: MemorySample[] = [];
  const crons = setInterval(() => void site.runCron('* * * * *'), 4000);
  await Promise.all([...people.map((person) => workAs(person, isStaff.has(person.id))), startJobs(staff[0]!), sampleMemory(samples)]);
  const unfinished = await waitForJobs();
  clearInterval(crons);
  printTable(`${PEOPLE} people for ${SECONDS} s: answers by status`, [office.answers]);
  printTable(
    'Out of the ordinary (beside 2xx, 304, 409, 423)',
    [...office.faults].map(([what, times]) => ({ what, times })),
  );
  const memory = Object.keys(processes).map((name) => memoryFigures(name as ProcessName, samples));
  printTable('Memory, MB: medians of the quarters', memory);
  const calls = Object.values(office.answers).reduce((sum, times) => sum + times, 0);
  const perCall = await growthByRefusedCalls();
  const [worker, database] = memory as [MemoryFigures, MemoryFigures];
  const explained = (perCall * calls) / 4;
  printTable('What workerd keeps of calls, MB', [
    {
      'of 1,000 refused calls': perCall * 1000,
      'of those of a quarter': explained,
      'growth from quarter 3 to 4': worker['quarter 4'] - worker['quarter 3'],
    },
  ]);
  const left = await stagingLeft();
  printTable('Left when everything had ended', [{ ...left, 'jobs unfinished': unfinished }]);
  const criteria = [
    { criterion: 'calls out of the ordinary', figure: [...office.faults.values()].reduce((sum, times) => sum + times, 0), limit: 0 },
    { criterion: 'jobs unfinished a minute later', figure: unfinished, limit: 0 },
    { criterion: 'rows left in staging', figure: Object.values(left).reduce((sum, rows) => sum + rows, 0), limit: 0 },
    {
      criterion: 'Worker: growth beyond that of refused calls, %',
      figure: ((worker['quarter 4'] - explained) / worker['quarter 3'] - 1) * 100,
      limit: MAX_GROWTH_PERCENT,
    },
    { criterion: 'database server: growth, %', figure: database[GROWTH], limit: MAX_GROWTH_PERCENT },
  ].map((row) => ({ ...row, met: row.figure <= row.limit ? 'yes' : 'NO' }));
  printTable('Criteria', criteria);
  if (criteria.some(({ met }) => met !== 'yes')) process.exitCode = 1;
} finally {
  await site.close();
  await standin.close();
}

/** The actions of a person all day, one after the other. */
async function workAs(person: Person, isStaff: boolean): Promise<void> {
  await sleep(Math.random() * THINKING_MS);
  while (Date.now() < end) {
    await act(office, person, isStaff);
    await sleep(THINKING_MS * (0.5 + Math.random()));
  }
}

async function startJobs(person: Person): Promise<void> {
  for (let turn = 0; Date.now() < end; turn++) {
    const { year, month } = yearMonthOf(MONTHS[turn % MONTHS.length]!);
    for (const _ of [1, 2, 3]) standin.updateJob(pick(standin.jobs()).id, { name: `Đổi ${Date.now()}` });
    standin.addJobs(20);
    await office.call(person, 'POST', 'calculate-new', { year, month });
    await office.call(person, 'GET', 'get-base-vn-data');
    await sleep(Math.min(JOBS_EVERY_MS, Math.max(0, end - Date.now())));
  }
}

type ProcessName = keyof typeof processes;
type MemorySample = Record<ProcessName, { resident: number; own: number }>;

async function sampleMemory(samples: MemorySample[]): Promise<void> {
  for (; Date.now() < end; await sleep(SAMPLE_EVERY_MS)) {
    const entries = Object.entries(processes).map(([name, pid]) => [name, memoryOf(pid)]);
    samples.push(Object.fromEntries(entries) as MemorySample);
  }
}

/** MB that the Worker's process grows by with a call that is refused before anything is read. */
async function growthByRefusedCalls(): Promise<number> {
  const before = memoryOf(processes.Worker).resident;
  let left = REFUSED_CALLS;
  const call = async () => {
    while (left-- > 0) await (await fetch(new URL('/api/v1/me', site.url))).text();
  };
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(call));
  return Math.max(0, memoryOf(processes.Worker).resident - before) / REFUSED_CALLS;
}

type MemoryFigures = ReturnType<typeof memoryFigures>;

/** Medians of the four quarters of the time: the last two are alike where nothing leaks. */
function memoryFigures(name: ProcessName, samples: readonly MemorySample[]) {
  const resident = samples.map((sample) => sample[name].resident);
  const [first, second, third, last] = [0, 1, 2, 3].map((n) =>
    median(resident.slice(Math.floor((samples.length * n) / 4), Math.floor((samples.length * (n + 1)) / 4))),
  ) as [number, number, number, number];
  return {
    process: name,
    'at first': resident[0]!,
    'quarter 1': first,
    'quarter 2': second,
    'quarter 3': third,
    'quarter 4': last,
    most: Math.max(...resident),
    'at last': resident.at(-1)!,
    'without files': samples.at(-1)![name].own,
    [GROWTH]: (last / third - 1) * 100,
  };
}

/** Calculations, crawls and imports still active a minute after the last call. */
async function waitForJobs(): Promise<number> {
  const active = sql(['calculation_runs', 'crawl_runs', 'imports']);
  for (let waited = 0; ; waited++) {
    const { rows } = await site.client.execute(active);
    const jobs = Number(rows[0]!.jobs);
    if (jobs === 0 || waited > 60) return jobs;
    await sleep(1000);
  }
}

function sql(tables: readonly string[]): string {
  const counts = tables.map((table) => `(SELECT COUNT(*) FROM ${table} WHERE finished_at IS NULL AND status NOT IN ('preview'))`);
  return `SELECT ${counts.join(' + ')} AS jobs`;
}

async function stagingLeft(): Promise<Record<string, number>> {
  const tables = {
    'import rows': 'SELECT COUNT(*) FROM import_rows',
    'import chunks': 'SELECT COUNT(*) FROM import_chunks',
    'import conflicts': 'SELECT COUNT(*) FROM import_conflicts',
    'results of runs that failed':
      "SELECT COUNT(*) FROM calculation_results WHERE run_id IN (SELECT id FROM calculation_runs WHERE status IN ('failed', 'cancelled'))",
    'dead jobs': 'SELECT COUNT(*) FROM failed_jobs WHERE dead_at IS NOT NULL',
  };
  const { rows } = await site.client.execute(
    `SELECT ${Object.entries(tables)
      .map(([name, query]) => `(${query}) AS "${name}"`)
      .join(', ')}`,
  );
  return Object.fromEntries(Object.keys(tables).map((name) => [name, Number(rows[0]![name])]));
}
