import { setTimeout as sleep } from 'node:timers/promises';
import { writeWorkbook } from '../../worker/platform/xlsx/write/write.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { runLoad } from './load.ts';
import { readBytes, Upload } from './office.ts';
import { printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * Imports of new directs beside 100,000 others, from the upload until they are written; the Worker's script heap is limited to 96 MB (a
 * Worker dies at 128). Meanwhile four people read a list without a pause: their p95 beside what it was before. Dates come mixed, as
 * people sort their files by anything. Sizes may be given as arguments. The lists take a share of the processor time too, so their number is told.
 */
const HEAP_MB = 96;
const EXISTING = 100_000;
const READERS = { connections: 4 };
/** The time of an import is known to so much. */
const POLL_MS = 50;
const sizes = process.argv.slice(2).map(Number);

const FIELDS = [
  ...['external_id', 'name', 'bukkenmei', 'user_id', 'chekkusha_id', 'customer_id', 'work_category_id', 'uketsuke_hi', 'henkyaku_hi'],
  ...['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan', 'bikou', 'bukken_koodo', 'kouji_koodo'],
  ...[
    'hacchyuumoto',
    'kakou_koujou',
    'shiten',
    'chiku',
    'menseki',
    'kaisuu',
    'kouhou',
    'cad',
    'kiso',
    'tantousha',
    'rank',
    'kibo_keisuu',
    'hagara',
  ],
];
const NUMBERS = /^(tsubosuu|complex_|sagyou_jikan|chekkku_jikan|menseki|kaisuu|kibo_keisuu)/;

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
  const file = await readBytes(await workbook(site, size));
  const upload = new Upload(file, mode);
  const list = () => ({
    method: 'GET',
    url: new URL('/api/v1/directs?limit=20&order_by=henkyaku_hi%20DESC&is_checked=0', site.url),
    headers,
  });
  const before = await runLoad(list, { ...READERS, ms: 2000 });
  const [worker] = workerdPids();
  const [idle, idleDb] = [usageOf(worker!), usageOf(site.sqld.pid)];
  const start = performance.now();
  const { id } = await json(new URL('/api/v1/directs/import', site.url), {
    method: 'POST',
    headers: { ...headers, 'content-type': upload.type },
    body: upload.bytes,
  });
  let read = 0;
  const follow = async () => {
    for (;;) {
      const run = await json(new URL(`/api/v1/imports/${id}`, site.url), { headers });
      if (run.status === 'reading') read = performance.now() - start;
      if (run.finished_at) return run;
      await sleep(POLL_MS);
    }
  };
  const ending = follow();
  const meanwhile = await runLoad(list, { ...READERS, until: ending });
  const run = await ending;
  const seconds = (performance.now() - start) / 1000;
  const [used, usedDb] = [usageOf(worker!), usageOf(site.sqld.pid)];
  return {
    seconds,
    'of it reading': read / 1000,
    'ended as': `${run.status}, ${run.inserted} new, ${run.failed} wrong`,
    'Worker cpu s': (used.cpuMs - idle.cpuMs) / 1000,
    'database cpu s': (usedDb.cpuMs - idleDb.cpuMs) / 1000,
    'peak MB': Math.round(used.peakBytes / 1e6),
    'file MB': file.length / 1e6,
    'list p95 ms before': before.p95,
    'lists meanwhile': meanwhile.count,
    'list p95 ms meanwhile': meanwhile.p95,
    'at worst': meanwhile.max,
    'lists refused': meanwhile.failed,
  };
}

async function json(url: URL, init: RequestInit): Promise<Record<string, number | string>> {
  const answer = await fetch(url, init);
  if (answer.status > 201) throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, number | string>;
}

async function workbook({ client }: BenchSite, size: number): Promise<ReadableStream<Uint8Array>> {
  const named = async (query: string) => (await client.execute(query)).rows.map((row) => String(row.name));
  const people = await named(
    'SELECT code AS name FROM users WHERE code IS NOT NULL AND department_id IS NOT NULL AND dept_grp_id IS NOT NULL',
  );
  const customers = await named('SELECT name FROM customers GROUP BY name_fold HAVING COUNT(*) = 1');
  const works = await named('SELECT work_name AS name FROM work_categories GROUP BY work_name_fold HAVING COUNT(*) = 1');
  const one = (list: readonly string[], n: number) => list[n % list.length];
  const row = (n: number) => {
    const day = new Date(Date.UTC(2025, 6, 1 + ((n * 7919) % 360))).toISOString().slice(0, 10);
    return [
      ...[
        `im-${n}`,
        `IM-${n}`,
        `${one(['山田', '佐藤', '鈴木', '高橋'], n * 13)}邸 ${n}`,
        one(people, n),
        one(people, n * 7),
        one(customers, n * 3),
      ],
      ...[one(works, n * 5), day, day, 20 + (n % 5000) / 100, 1.2, 0.25, 60 + (n % 240), 15 + (n % 45), 'ghi chú', `B${n}`, `K${n}`],
      ...[`発注元${n % 40}`, '第一工場', '東京', '関東', 100.5 + (n % 90), 2, '在来', 'CAD', 'ベタ', '担当', 'A', 1.1, 'H'],
    ];
  };
  async function* rows() {
    for (let from = 0; from < size; from += 1000) yield Array.from({ length: Math.min(1000, size - from) }, (_, n) => row(from + n));
  }
  const columns = FIELDS.map((header) => ({ header, kind: NUMBERS.test(header) ? ('decimal' as const) : ('text' as const), decimals: 2 }));
  return writeWorkbook({ sheetName: 'Bench', columns, rows: rows() });
}
