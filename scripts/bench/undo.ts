import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchSite } from './bench-site.ts';
import { directsWorkbook } from './directs-workbook.ts';
import { runLoad } from './load.ts';
import { readBytes, Upload } from './office.ts';
import { printTable } from './print-table.ts';

/**
 * 20,000 imported directs beside 100,000, of which ten are edited before the import is undone: how long the undo takes, what it keeps, the p95 of
 * four people who read a list without a pause meanwhile, beside what it was before, and what the same file brings afterwards. A number of rows
 * may be given as argument.
 */
const EXISTING = 100_000;
const READERS = { connections: 4 };
const EDITED = 10;
const POLL_MS = 50;
const size = Number(process.argv[2] ?? 20_000);

const site = await openBenchSite({ directs: EXISTING });
try {
  const headers = await site.signIn();
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(new URL(`/api/v1/${path}`, site.url), { ...init, headers: { ...headers, ...init.headers } });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as Answer;
  };
  const send = (path: string, body: object = {}, method = 'POST') =>
    call(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const finish = async (path: string, isOver: (answer: Answer) => boolean) => {
    for (;;) {
      const answer = await call(path);
      if (isOver(answer)) return answer;
      await sleep(POLL_MS);
    }
  };
  const upload = new Upload(await readBytes(await directsWorkbook(site, size)), 'valid_rows');
  const importFile = async () => {
    const { id } = await call('directs/import', { method: 'POST', headers: { 'content-type': upload.type }, body: upload.bytes });
    return finish(`imports/${id}`, ({ finished_at }) => Boolean(finished_at));
  };
  const first = await importFile();
  const [operation] = (await call('operations?source=import&limit=1')).data ?? [];
  const { rows } = await site.client.execute(`SELECT id FROM directs ORDER BY id DESC LIMIT ${EDITED}`);
  for (const { id } of rows) await send(`directs/${id}`, { bikou: 'sửa sau' }, 'PUT');

  const list = () => ({ method: 'GET', url: new URL('/api/v1/directs?limit=20&order_by=henkyaku_hi%20DESC', site.url), headers });
  const before = await runLoad(list, { ...READERS, ms: 2000 });
  const begin = performance.now();
  const undo = await send(`operations/${operation!.id}/undo`);
  const over = finish(`operations/${undo.operation_id}`, ({ run }) => run?.status !== 'queued' && run?.status !== 'running');
  const meanwhile = runLoad(list, { ...READERS, until: over });
  const { kept_count, counts } = await over;
  const seconds = (performance.now() - begin) / 1000;
  const { p95, failed } = await meanwhile;
  const again = await importFile();
  printTable(
    `Undoing an import of ${size.toLocaleString('en')} directs beside ${EXISTING.toLocaleString('en')}, ${EDITED} of them edited`,
    [
      {
        imported: first.inserted ?? 0,
        seconds: seconds.toFixed(1),
        reversed: counts?.deleted ?? 0,
        kept: kept_count ?? 0,
        'list p95 ms before': Math.round(before.p95),
        'list p95 ms meanwhile': Math.round(p95),
        'lists refused': failed,
        'imported again': again.inserted ?? 0,
        'found again': again.updated ?? 0,
      },
    ],
  );
} finally {
  await site.close();
}

interface Answer {
  id?: number;
  operation_id?: number;
  data?: { id: number }[];
  finished_at?: string | null;
  inserted?: number;
  updated?: number;
  run?: { status: string } | null;
  kept_count?: number;
  counts?: { deleted: number };
}
