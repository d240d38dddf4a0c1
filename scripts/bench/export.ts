import { openBenchSite } from './bench-site.ts';
import { printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * The export of all directs in each format, from database through workerd to the last byte, in a script heap of 96 MB (a Worker dies at 128). Peak
 * memory is that of the whole process. Sizes may be given as arguments.
 */
const HEAP_MB = 96;
const sizes = process.argv.slice(2).map(Number);
const rows: Record<string, string | number>[] = [];
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  const site = await openBenchSite({ directs: size, heapMb: HEAP_MB });
  try {
    const headers = await site.signIn();
    for (const format of ['xlsx', 'csv', 'json']) {
      const url = new URL(`/api/v1/directs/export?format=${format}`, site.url);
      rows.push({ what: `${format}, ${size.toLocaleString('en')} rows`, ...(await download(url, headers)) });
    }
  } finally {
    await site.close();
  }
}
printTable(`Exports, workerd with a script heap of ${HEAP_MB} MB`, rows);

async function download(url: URL, headers: Record<string, string>): Promise<Record<string, number>> {
  const [worker] = workerdPids();
  const idle = usageOf(worker!);
  const start = performance.now();
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`);
  let [first, bytes] = [0, 0];
  for await (const chunk of answer.body!) {
    first ||= performance.now() - start;
    bytes += chunk.length;
  }
  const seconds = (performance.now() - start) / 1000;
  const used = usageOf(worker!);
  return {
    seconds,
    'Worker cpu s': (used.cpuMs - idle.cpuMs) / 1000,
    'first byte ms': Math.round(first),
    'file MB': bytes / 1e6,
    'idle MB': Math.round(idle.peakBytes / 1e6),
    'peak MB': Math.round(used.peakBytes / 1e6),
  };
}
