import { openBenchSite } from './bench-site.ts';
import { runLoad, sendCall } from './load.ts';
import { printTable } from './print-table.ts';

/**
 * Words of two, three and several letters, with and without accents, found often, seldom and never, among 100,000 directs: milliseconds of one
 * person's search everywhere and of the search box of the list. Then a list in the order of a related name beside one in the order of its own
 * column, on the first page, the hundredth and half way to the last. Another number of directs may be given as argument.
 */
const DIRECTS = Number(process.argv[2] ?? 100_000);
const ONE = { connections: 1, ms: 1500 };
const WORDS = ['hà', '山田', 'DR-', '2609', 'nguyen', 'Nguyễn', '様邸新築', 'thi hoa', 'công ty 山田', '山田 2609', 'hà 26', 'khong co gi'];
const ORDERS = ['name', 'customers.name', 'users.name', 'chekkushas.name', 'work_categories.work_name', 'department_groups.group_name'];
const PAGES = [1, 100, Math.floor(DIRECTS / 20)];

const site = await openBenchSite({ directs: DIRECTS });
try {
  const headers = await site.signIn();
  const measure = async (path: string) => {
    const call = { method: 'GET', url: new URL(`/api/v1/${path}`, site.url), headers };
    const { status, text } = await sendCall(call);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return { found: (JSON.parse(text) as { data: unknown[] }).data.length, ...(await runLoad(() => call, ONE)) };
  };
  const words = [];
  for (const word of WORDS) {
    const everywhere = await measure(`search?q=${encodeURIComponent(word)}`);
    const box = await measure(`directs?text__~=${encodeURIComponent(word)}`);
    words.push({
      word,
      hits: everywhere.found,
      'everywhere p50 ms': everywhere.p50,
      'p95 ms': everywhere.p95,
      'box p50 ms': box.p50,
      'p95 ms ': box.p95,
      failed: everywhere.failed + box.failed,
    });
  }
  printTable(`Search among ${DIRECTS.toLocaleString('en')} directs, one person`, words);
  const orders = [];
  for (const order of ORDERS) {
    const cells: [string, number][] = [];
    for (const page of PAGES) {
      const { p50 } = await measure(`directs?page=${page}&order_by=${order}%20DESC`);
      cells.push([`page ${page.toLocaleString('en')}, p50 ms`, p50]);
    }
    orders.push({ order, ...Object.fromEntries(cells) });
  }
  printTable(`Pages of ${DIRECTS.toLocaleString('en')} directs in the order of own and related columns`, orders);
} finally {
  await site.close();
}
