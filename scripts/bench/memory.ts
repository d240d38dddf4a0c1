import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBaseVnStandin } from '../base-vn-standin.ts';
import { freePort } from '../run/ports.ts';
import { openBenchSite } from './bench-site.ts';
import { directsWorkbook } from './directs-workbook.ts';
import { calculateMonth, fillMonth } from './fill-month.ts';
import { IsolateInspector } from './isolate-memory.ts';
import { readBytes, Upload } from './office.ts';
import { printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * The memory of the Worker's isolate during its heaviest work, scripts, buffers and the runtime's own, beside that of the whole process, in which
 * the local bucket and queue live too, as they do in its processor time. The platform ends an isolate at 128 MB; work above 100 ends this with code 1. The number of rows, and words of the works to be done, may be given.
 */
const ROWS = Number(process.argv[2] ?? 100_000);
const WANTED = process.argv.slice(3);
const LIMIT_MB = 100;
/** V8 lets garbage lie until its heap is full, so what scripts need is told by what they can do with. */
const HEAP_MB = 80;
const MONTH = '2026-08';

const standin = await startBaseVnStandin({ jobs: 20_000, today: '2026-06-15' });
const inspectorPort = await freePort();
const site = await openBenchSite({
  directs: 0,
  heapMb: HEAP_MB,
  inspectorPort,
  vars: {
    BASE_VN_URL: standin.url,
    BASE_VN_TOKEN: standin.token,
    BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(','),
    BACKUP_KEY: 'a-key-of-the-bench-0123456789abcdef0123456789',
  },
});
const { ask } = site;
const rows: Record<string, string | number>[] = [];
try {
  const file = await readBytes(await directsWorkbook(site, ROWS));
  const noise = randomBytes(19 * 1024 * 1024);
  noise.write('PK\u0003\u0004', 'latin1');
  const works: [what: string, work: () => Promise<unknown>][] = [
    ['nothing', () => sleep(500)],
    [`import of ${ROWS.toLocaleString('en')} rows, valid rows`, () => importFile(file)],
    [`export of them, xlsx`, () => download('directs/export')],
    [`export of them, csv`, () => download('directs/export?format=csv')],
    [`export of them, json`, () => download('directs/export?format=json')],
    [`calculation of ${ROWS.toLocaleString('en')} jobs in a month`, () => calculateMonth(site, MONTH)],
    ['checklist of that month', () => ask('GET', `month-checklist?year=2026&month=8`)],
    ['lock of that month', () => ask('POST', 'lock_and_unlock', { year: 2026, month: 8, status: 1, reason: 'bench' })],
    ['crawl of 20,000 jobs', () => crawl()],
    ['backup', () => backUp()],
    ['upload of 19 MB', () => ask('POST', 'directs/import', new Upload(noise, 'valid_rows'))],
  ];
  for (const [what, work] of works.filter(([what]) => WANTED.length === 0 || WANTED.some((word) => what.includes(word)))) {
    if (what.startsWith('calculation')) await fillMonth(site.client, MONTH, ROWS);
    // A line that was quiet for long goes dead.
    const isolate = await IsolateInspector.connect(inspectorPort, 'tensu-api', () => ask('GET', 'me'));
    await isolate.collectGarbage();
    const [started, before] = [performance.now(), usageOf(workerdPids()[0]!)];
    const { most } = await isolate.watch(work);
    isolate.close();
    const used = usageOf(workerdPids()[0]!);
    rows.push({
      work: what,
      seconds: (performance.now() - started) / 1000,
      'Worker cpu s': (used.cpuMs - before.cpuMs) / 1000,
      'isolate MB': most.sum,
      'of it scripts': most.script,
      buffers: most.buffers,
      runtime: most.runtime,
      'process MB': Math.round(used.peakBytes / 1e6),
      met: most.sum <= LIMIT_MB ? 'yes' : 'NO',
    });
    console.info(`${what}: ${most.sum.toFixed(1)} MB`);
  }

  async function download(path: string): Promise<void> {
    const answer = await fetch(new URL(`/api/v1/${path}`, site.url), { headers: await site.signIn() });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    for await (const _ of answer.body!);
  }
} finally {
  printTable(`The most memory at once, script heap of ${HEAP_MB} MB`, rows);
  await site.close();
  await standin.close();
}
if (rows.some(({ met }) => met === 'NO')) process.exitCode = 1;

async function importFile(file: Uint8Array): Promise<void> {
  const { id } = await ask('POST', 'directs/import', new Upload(file, 'valid_rows'));
  const run = await site.untilFinished(`imports/${id}`, 200);
  if (run.inserted !== ROWS) throw new Error(`The import wrote ${run.inserted} rows: ${JSON.stringify(run)}`);
}

async function crawl(): Promise<void> {
  await ask('GET', 'get-base-vn-data');
  await untilNone('SELECT COUNT(*) AS open FROM crawl_runs WHERE finished_at IS NULL');
}

async function backUp(): Promise<void> {
  const before = (await (await site.files()).list({ prefix: 'backups/' })).objects.length;
  await site.runCron('0 20 * * *');
  for (;;) {
    await sleep(200);
    if ((await (await site.files()).list({ prefix: 'backups/' })).objects.length > before) return;
  }
}

async function untilNone(query: string): Promise<void> {
  do await sleep(200);
  while (Number((await site.client.execute(query)).rows[0]!.open) > 0);
}
