import { insertRows } from '../seed/insert.ts';
import { openBenchSite } from './bench-site.ts';
import { runLoad } from './load.ts';
import { printTable } from './print-table.ts';

/** What a picker asks while somebody types, over a list of 50,000 entries: milliseconds for one typist, and calls a second for sixteen. */
const ENTRIES = 50_000;
const PREFIXES = ['山田', '佐藤', 'Nguyễn', 'Trần', '株式会社', 'ハウス'];

const site = await openBenchSite({ directs: 0 });
try {
  const customers = Array.from({ length: ENTRIES }, (_, n) => ({
    code: `B${n}`,
    name: `${PREFIXES[n % PREFIXES.length]} ${n.toString(36)}工務店`,
    work_category: '[1]',
  }));
  await insertRows(site.client, 'customers', customers);
  const headers = await site.signIn();
  const rows = [];
  for (const text of ['n', 'ng', 'nguyen', 'trần 9', '9zz工', 'không có']) {
    const url = new URL(`/api/v1/customers?limit=20&name__~=${encodeURIComponent(text)}`, site.url);
    const alone = await runLoad(() => ({ method: 'GET', url, headers }), { connections: 1, ms: 1000 });
    const crowd = await runLoad(() => ({ method: 'GET', url, headers }), { ms: 1500 });
    rows.push({
      typed: text,
      'p50 ms': alone.p50,
      'p99 ms': alone.p99,
      'a second': Math.round(crowd.rate),
      failed: alone.failed + crowd.failed,
    });
  }
  printTable(`Picker over ${ENTRIES.toLocaleString('en')} customers`, rows);
} finally {
  await site.close();
}
