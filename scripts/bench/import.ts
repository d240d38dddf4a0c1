import { type BenchSite, openBenchSite } from './bench-site.ts';
import { directsWorkbook } from './directs-workbook.ts';
import { runLoad } from './load.ts';
import { readBytes, Upload } from './office.ts';
import { printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * Imports of new directs beside 100,000 others until they are written, in a script heap of 96 MB, with mixed dates; sizes may be given. Meanwhile, unless
 * `alone` is said, four people read a list without a pause: its p95 beside that before, and the processor time that so many lists take without an
 * import. Beside writes one takes more: its stream reads anew what was written.
 */
const HEAP_MB = 96;
const EXISTING = 100_000;
const READERS = { connections: 4 };
/** The time of an import is known to so much; the screens ask every second. */
const POLL_MS = 250;
const isAlone = process.argv.includes('alone');
const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);

const table: Record<string, string | number>[] = [];
for (const size of sizes.length > 0 ? sizes : [20_000, 100_000]) {
  for (const mode of ['all_or_nothing', 'valid_rows']) {
    const site = await openBenchSite({ directs: EXISTING, heapMb: HEAP_MB });
    try {
      table.push({ rows: size.toLocaleString('en'), mode, ...(await timedImport(site, size, mode)) });
    } finally {
      await site.close();
    }
  }
}
printTable(`Imports of directs with 30 columns beside ${EXISTING.toLocaleString('en')}, script heap of ${HEAP_MB} MB`, table);

async function timedImport(site: BenchSite, size: number, mode: string): Promise<Record<string, string | number>> {
  const headers = await site.signIn();
  const file = await readBytes(await directsWorkbook(site, size));
  const list = () => ({
    method: 'GET',
    url: new URL('/api/v1/directs?limit=20&order_by=henkyaku_hi%20DESC&is_checked=0', site.url),
    headers,
  });
  const worker = workerdPids()[0]!;
  const usage = () => ({ worker: usageOf(worker), database: usageOf(site.sqld.pid) });
  const first = usage();
  const before = await runLoad(list, { ...READERS, ms: 2000 });
  const idle = usage();
  /** Processor seconds of so many lists when nothing else is done. */
  const ofLists = (part: 'worker' | 'database', count: number) => ((idle[part].cpuMs - first[part].cpuMs) / before.count / 1000) * count;
  const start = performance.now();
  const { id } = await site.ask('POST', 'directs/import', new Upload(file, mode));
  let read = 0;
  const ending = site.untilFinished(`imports/${id}`, POLL_MS, ({ status }) => {
    if (status === 'reading') read = performance.now() - start;
  });
  const meanwhile = isAlone ? { count: 0, p95: 0, max: 0, failed: 0 } : await runLoad(list, { ...READERS, until: ending });
  const run = await ending;
  const seconds = (performance.now() - start) / 1000;
  const used = usage();
  return {
    seconds,
    'of it reading': read / 1000,
    'ended as': `${run.status}, ${run.inserted} new, ${run.failed} wrong`,
    'Worker cpu s': (used.worker.cpuMs - idle.worker.cpuMs) / 1000,
    'of it lists': ofLists('worker', meanwhile.count),
    'database cpu s': (used.database.cpuMs - idle.database.cpuMs) / 1000,
    'lists of it': ofLists('database', meanwhile.count),
    'peak MB': Math.round(used.worker.peakBytes / 1e6),
    'file MB': file.length / 1e6,
    'list p95 ms before': before.p95,
    'lists meanwhile': meanwhile.count,
    'list p95 ms meanwhile': meanwhile.p95,
    'at worst': meanwhile.max,
    'lists refused': meanwhile.failed,
  };
}
