import { randomBytes } from 'node:crypto';
import { STAFF } from '../../worker/contracts/roles.ts';
import { openBenchSite, SECRET } from './bench-site.ts';
import { Office, Upload } from './office.ts';
import { printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * The memory of the Worker's process while many people upload workbooks of 20 MB at the same time, and what they are answered; a Worker
 * has 128 MB, of which its own code takes some. The files are noise that looks like a workbook: it is stored and never read.
 */
const [PEOPLE, MEGABYTES, HEAP_MB] = [Number(process.argv[2] ?? 8), 19, 96];

const site = await openBenchSite({ directs: 1000, heapMb: HEAP_MB });
try {
  const office = new Office(() => site.url, site.client, SECRET);
  const people = await office.people(STAFF, PEOPLE);
  const noise = randomBytes(MEGABYTES * 1024 * 1024);
  noise.write('PK\u0003\u0004', 'latin1');
  const form = new Upload(noise, 'valid_rows');
  const [worker] = workerdPids();
  await office.send(people[0]!, 'GET', 'directs?limit=20');
  const idle = usageOf(worker!).peakBytes;
  const start = performance.now();
  const table = [];
  for (const together of [1, people.length]) {
    const answers = await Promise.all(people.slice(0, together).map((person) => office.send(person, 'POST', 'directs/import', form)));
    const counts = Map.groupBy(answers, ({ status }) => status);
    table.push({
      'uploads at once': together,
      answered: [...counts].map(([status, of]) => `${of.length} × ${status}`).join(', '),
      seconds: (performance.now() - start) / 1000,
      'MB before': Math.round(idle / 1e6),
      'peak MB': Math.round(usageOf(worker!).peakBytes / 1e6),
    });
  }
  printTable(`Uploads of ${MEGABYTES} MB, memory of the process`, table);
} finally {
  await site.close();
}
