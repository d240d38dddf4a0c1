import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flattenPlan } from '../../worker/platform/db/query.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { workOnImport } from '../support/imports.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf, zipOf, zipTexts } from '../support/workbooks.ts';

/** The reading of one file over several messages: a chunk is a thousand rows. */

let api: TestApi;
/** Chunks that were staged, refused writes included. */
let chunks: number;
/** The write of a chunk fails from this one on. */
let failsFrom: number;
const dialect = new SQLiteAsyncDialect();

beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  [chunks, failsFrom] = [0, Number.POSITIVE_INFINITY];
  const { db } = api.deps;
  api.deps.db = {
    read: db.read,
    async write(plan, author, timeoutMs) {
      if (flattenPlan(plan).some((statement) => dialect.sqlToQuery(statement).sql.startsWith('INSERT INTO import_chunks'))) {
        chunks += 1;
        if (chunks >= failsFrom) throw new Error('the Worker dies');
      }
      return db.write(plan, author, timeoutMs);
    },
  };
});
afterEach(() => api?.close());

const HEADERS = ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'];
const rating = (n: number) => ['writer', 1, `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`, `r${n}`];
const rowsOf = async (sql: string) => (await api.client.execute(sql)).rows;
const countOf = async (table: string) => Number((await rowsOf(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n);
const importOf = async (id: number) => (await api.call('GET', `imports/${id}`, { as: api.people.writer })).body;

async function waiting(
  rows: readonly (readonly unknown[])[],
  above: readonly (readonly unknown[])[] = [],
  merged?: string,
): Promise<number> {
  const at = '2026-11-20 10:00:00';
  const { id } = api.people.writer;
  const importId = await api.insert('imports', {
    ...{ entity: 'pro', mode: 'valid_rows', status: 'queued', file_name: 'x.xlsx', requested_by: id, created_at: at, progress_at: at },
  });
  let file = await workbookOf([...above, HEADERS, ...rows]);
  if (merged) {
    const { 'xl/worksheets/sheet1.xml': sheet = '', ...parts } = await zipTexts(file);
    const cells = `</sheetData><mergeCells count="1"><mergeCell ref="${merged}"/></mergeCells>`;
    file = new Uint8Array(await zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet.replace('</sheetData>', cells) }));
  }
  await api.deps.files.put(`imports/${importId}/workbook`, new Blob([file]));
  return importId;
}

/** Rows 1 to `count`, with a wrong one in each thousand; the last but one is the first again, the last the same as row 1,501. */
function ratingsWithFaults(count: number): unknown[][] {
  const rows: unknown[][] = Array.from({ length: count }, (_, n) => (n % 1000 === 7 ? ['nobody', 1, '2026-03-01', `r${n}`] : rating(n)));
  return [...rows, rating(0), rating(1500)];
}

async function expectAllOnce(id: number): Promise<void> {
  const { errors, ...run } = await importOf(id);
  expect(run).toMatchObject({ status: 'done', total: 3502, done: 3502, inserted: 3496, failed: 6 });
  expect(errors.map(({ row }: { row: number }) => row)).toEqual([9, 1009, 2009, 3009, 3502, 3503]);
  expect(errors.slice(-2).map(({ message }: { message: string }) => message)).toEqual([
    expect.stringMatching(/dòng 2\b/),
    expect.stringMatching(/dòng 1502\b/),
  ]);
  expect(await rowsOf('SELECT COUNT(*) AS n, COUNT(DISTINCT note) AS notes FROM pro')).toEqual([{ n: 3496, notes: 3496 }]);
  expect(await countOf('import_rows')).toBe(0);
  expect(await countOf('import_chunks')).toBe(0);
}

test('goes on with the next message when it takes long, and sees rows that equal one of an earlier message', async () => {
  const id = await waiting(ratingsWithFaults(3500));
  // While it is read every look at the clock takes fifteen seconds, longer than a message may.
  let now = api.clock.now();
  api.deps.clock = {
    ...api.clock,
    now: () => {
      now += chunks < 4 ? 15_000 : 100;
      return now;
    },
  };
  const readRows: number[] = [];
  for (let messages = 0; (await rowsOf(`SELECT 1 FROM imports WHERE id = ${id} AND finished_at IS NULL`)).length > 0; messages++) {
    expect(messages).toBeLessThan(50);
    api.sent.length = 0;
    await workOnImport(api.deps, { import_id: id });
    const { status, done } = (await rowsOf(`SELECT status, done FROM imports WHERE id = ${id}`))[0]!;
    if (status === 'reading') expect(api.sent).toEqual([{ type: 'import', import_id: id }]);
    if (status === 'reading') readRows.push(Number(done));
  }
  expect(readRows).toEqual([1000, 2000, 3000]);
  expect(chunks).toBe(4);
  await expectAllOnce(id);
});

test('that breaks off goes on behind the rows that were staged, none of them twice', async () => {
  const id = await waiting(ratingsWithFaults(3500));
  failsFrom = 3;
  await expect(workOnImport(api.deps, { import_id: id })).rejects.toThrow('the Worker dies');
  expect(await rowsOf(`SELECT status, done, failed FROM imports WHERE id = ${id}`)).toEqual([{ status: 'reading', done: 2000, failed: 2 }]);
  failsFrom = Number.POSITIVE_INFINITY;
  chunks = 0;
  await workOnImport(api.deps, { import_id: id });
  expect(chunks).toBe(2);
  await expectAllOnce(id);
});

test('that breaks off goes on in a file with titles above its headings', async () => {
  const id = await waiting([...ratingsWithFaults(2500)], [['Đánh giá tháng 3'], ['Ngày', '01/03/2026']]);
  failsFrom = 3;
  await expect(workOnImport(api.deps, { import_id: id })).rejects.toThrow('the Worker dies');
  failsFrom = Number.POSITIVE_INFINITY;
  await workOnImport(api.deps, { import_id: id });
  const { errors, ...run } = await importOf(id);
  expect(run).toMatchObject({ status: 'done', total: 2502, inserted: 2497, failed: 5 });
  expect(errors.map(({ row }: { row: number }) => row)).toEqual([11, 1011, 2011, 2504, 2505]);
});

test('that a former version of the program began begins again, and nothing of that one is left', async () => {
  const id = await waiting(ratingsWithFaults(3500));
  failsFrom = 3;
  await expect(workOnImport(api.deps, { import_id: id })).rejects.toThrow('the Worker dies');
  await api.client.execute("UPDATE import_chunks SET state = json_remove(state, '$.form')");
  failsFrom = Number.POSITIVE_INFINITY;
  chunks = 0;
  await workOnImport(api.deps, { import_id: id });
  expect(chunks).toBe(4);
  await expectAllOnce(id);
});

test('that was cancelled keeps nothing of where it stood', async () => {
  const id = await waiting(ratingsWithFaults(3500));
  failsFrom = 3;
  await expect(workOnImport(api.deps, { import_id: id })).rejects.toThrow('the Worker dies');
  expect(await countOf('import_chunks')).toBe(2);
  expect((await api.call('POST', `imports/${id}/cancel`, { as: api.people.writer })).status).toBe(200);
  expect(await countOf('import_rows')).toBe(0);
  expect(await countOf('import_chunks')).toBe(0);
});

test.each(['with places to go on from', 'with merged cells, read from its start'])(
  'with totals and notes that are passed over, %s',
  async (kind) => {
    const rows = ratingsWithFaults(2500);
    for (const at of [2400, 1999, 1000, 999, 500, 0]) rows.splice(at, 0, ['Tổng', null, null, null, at], ['※ r']);
    const id = await waiting(rows, [], kind.startsWith('with merged') ? 'E9000:E9001' : undefined);
    failsFrom = 3;
    await expect(workOnImport(api.deps, { import_id: id })).rejects.toThrow('the Worker dies');
    failsFrom = Number.POSITIVE_INFINITY;
    await workOnImport(api.deps, { import_id: id });
    const { errors, message, ...run } = await importOf(id);
    expect(run).toMatchObject({ status: 'done', total: 2502, done: 2502, inserted: 2497, failed: 5 });
    expect(message).toContain('6 dòng tổng, chỉ có chữ «tổng» và số (dòng 2, 504, 1005, 1008, 2009, 2412)');
    expect(message).toContain('6 dòng chú thích');
    expect(await countOf('pro')).toBe(2497);
  },
);
