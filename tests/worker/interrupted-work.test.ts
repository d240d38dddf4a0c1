import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Standin, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { fold } from '../../worker/platform/text/fold.ts';
import { FIXTURES } from '../support/crawl.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { workbookOf } from '../support/workbooks.ts';
import { insert, insertDirects, insertRules, type Staff, signIn } from './calculation-month.ts';
import { upload } from './import-file.ts';

let stack: Stack;
let standin: Standin;
let staff: Staff;
let scheduler: NodeJS.Timeout;
const JOBS = 450;
/** More than are read and staged at once. */
const DIRECTS = 11_000;

beforeAll(async () => {
  standin = await startBaseVnStandin({ jobs: JOBS, edgeCases: false, names: FIXTURES });
  stack = await startStack({
    vars: { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(',') },
    prepare: async (client) => {
      await insertRules(client);
      const code = { username: 'nv001', username_fold: 'nv001', code: 'nv001', code_fold: 'nv001' };
      await insert(client, 'users', { ...code, name: 'Nguyễn Văn Đức', name_fold: fold('Nguyễn Văn Đức') });
      await insert(client, 'pro_point', { point: 1.2, desc: 'A' });
      for (const name of FIXTURES.customers) {
        await client.execute({ sql: 'INSERT INTO customers (name, name_fold) VALUES (?, ?)', args: [name, fold(name)] });
      }
    },
  });
  staff = await signIn(stack);
  // As the local scheduler does.
  scheduler = setInterval(() => void stack.dispatchCron('* * * * *').catch(() => undefined), 4000);
});
afterAll(async () => {
  clearInterval(scheduler);
  await stack?.close();
  await standin?.close();
});

const rows = async (sql: string) => (await stack.client.execute(sql)).rows;

/** Kills the runtime that serves this stack; its queue is forgotten with it. */
function killRuntime(): void {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const id of processes) {
    try {
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))![1]);
      if (parent === process.pid && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('workerd')) process.kill(Number(id), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Waits for the site to serve again, then until something is so; answers the seconds of service until then. */
async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const isServing = async () => (await stack.fetch('/api/v1/healthz').catch(() => undefined))?.ok ?? false;
  await expect.poll(isServing, { interval: 100 }).toBe(true);
  const began = Date.now();
  await expect.poll(isSo, { interval: 100 }).toBe(true);
  return (Date.now() - began) / 1000;
}

test('a calculation whose Worker is killed is resumed within 30 s of service, and nothing is done twice', async () => {
  await insertDirects(stack.client, '2024-01', DIRECTS);
  stack.proxy.delay(400);
  const { id } = (await staff.call('POST', 'calculations', { year: 2024, month: 1 })).body;
  const run = async () => (await rows(`SELECT status, claim FROM calculation_runs WHERE id = ${id}`))[0]!;
  await expect.poll(async () => (await run()).status, { interval: 10 }).toBe('computing');
  const { claim } = await run();
  killRuntime();
  stack.proxy.delay(0);
  expect(await secondsUntil(async () => ![null, claim].includes((await run()).claim))).toBeLessThan(30);
  await secondsUntil(async () => (await run()).status === 'done');
  const taken = await rows(`SELECT total, done, changed FROM calculation_runs WHERE id = ${id}`);
  expect(taken).toMatchObject([{ total: DIRECTS, done: DIRECTS, changed: DIRECTS }]);
  expect(await rows("SELECT COUNT(*) AS n FROM history WHERE source = 'calculation'")).toMatchObject([{ n: DIRECTS }]);
});

test('a crawl whose Worker is killed is taken up within 30 s of service, and no job comes twice', async () => {
  standin.setFault({ kind: 'slow', ms: 400 });
  expect(await stack.dispatchCron('*/15 * * * *')).toBe('ok');
  const run = async () => (await rows('SELECT status, pages, jobs, inserted FROM crawl_runs ORDER BY id DESC LIMIT 1'))[0]!;
  await expect.poll(async () => Number((await run()).pages), { interval: 20 }).toBeGreaterThan(1);
  killRuntime();
  const { pages } = await run();
  expect(await secondsUntil(async () => Number((await run()).pages) > Number(pages))).toBeLessThan(30);
  await secondsUntil(async () => ['done', 'failed'].includes(String((await run()).status)));
  expect(await run()).toMatchObject({ status: 'done', jobs: JOBS, inserted: JOBS });
  expect(await rows('SELECT COUNT(*) AS n, COUNT(DISTINCT external_id) AS ids FROM directs WHERE external_id IS NOT NULL')).toMatchObject([
    { n: JOBS, ids: JOBS },
  ]);
});

const RATINGS = 4000;

test.each(['reading', 'writing'])(
  'an import killed while %s is taken up within 30 s of service, and no row comes twice',
  async (status) => {
    await stack.client.execute('DELETE FROM pro');
    const note = (n: number) => `${status} ${n}`;
    const file = await workbookOf([
      ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'],
      ...Array.from({ length: RATINGS }, (_, n) => ['nv001', 1.2, `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`, note(n)]),
    ]);
    stack.proxy.delay(400);
    const { id } = (await upload(stack, staff, 'pro', file)).body;
    const run = async () => (await rows(`SELECT status, claim FROM imports WHERE id = ${id}`))[0]!;
    await expect.poll(async () => (await run()).status, { interval: 5 }).toBe(status);
    killRuntime();
    stack.proxy.delay(0);
    const { claim, status: left } = await run();
    expect(left).toBe(status);
    // What was on its way to the database as the Worker died may have been all that was left to write.
    const isTakenUp = async () => {
      const now = await run();
      return now.status === 'done' || ![null, claim].includes(now.claim);
    };
    expect(await secondsUntil(isTakenUp)).toBeLessThan(30);
    await secondsUntil(async () => ['done', 'failed'].includes(String((await run()).status)));
    expect(await rows(`SELECT status, inserted, failed FROM imports WHERE id = ${id}`)).toMatchObject([
      { status: 'done', inserted: RATINGS, failed: 0 },
    ]);
    expect(await rows('SELECT COUNT(*) AS n, COUNT(DISTINCT note) AS notes FROM pro')).toMatchObject([{ n: RATINGS, notes: RATINGS }]);
  },
);

const UNDONE = 6000;

test('an undo whose Worker is killed in the middle is taken up within 30 s of service: each row as before or as somebody left it since, each once', async () => {
  const stored = async () => await rows("SELECT id, name, code, fax, version FROM customers WHERE code LIKE 'HT%' ORDER BY id");
  await stack.client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${UNDONE})
    INSERT INTO customers (name, name_fold, code, code_fold, fax) SELECT 'Hoàn tác ' || i, 'hoan tac ' || i, 'HT' || i, 'ht' || i, '03-' || i FROM n`);
  const before = await stored();
  const state = async (id: number) => (await staff.call('GET', `operations/${id}`)).body;
  const isOver = async (id: number) => !['queued', 'running'].includes((await state(id)).run.status);
  const { body: edit } = await staff.call('POST', 'customers/bulk', { ids: before.map(({ id }) => Number(id)), values: { fax: '03-0' } });
  await expect.poll(() => isOver(edit.operation_id), { interval: 100 }).toBe(true);
  const edited = before.slice(0, 10).map(({ id }) => Number(id));
  for (const id of edited) await staff.call('PUT', `customers/${id}`, { fax: '03-9' });

  stack.proxy.delay(400);
  const { body: undo } = await staff.call('POST', `operations/${edit.operation_id}/undo`);
  const run = async () => (await rows(`SELECT status, claim, done FROM operation_runs WHERE id = ${undo.operation_id}`))[0]!;
  await expect.poll(async () => Number((await run()).done), { interval: 10 }).toBeGreaterThan(0);
  killRuntime();
  stack.proxy.delay(0);
  const { claim, status, done } = await run();
  expect(status).toBe('running');
  expect(Number(done) < UNDONE).toBe(true);
  // Whole pieces are reversed, and of each row all of it.
  const halfway = (await stored()).map((row, at) => ({ row: toRow(row), isBefore: row.fax === before[at]!.fax }));
  for (const [at, { row, isBefore }] of halfway.entries())
    expect(row).toEqual({ ...toRow(before[at]!), ...(!isBefore && { fax: edited.includes(Number(row.id)) ? '03-9' : '03-0' }) });
  expect(halfway.filter(({ isBefore }) => isBefore).length).toBeLessThan(UNDONE);

  expect(await secondsUntil(async () => ![null, claim].includes((await run()).claim))).toBeLessThan(30);
  await secondsUntil(() => isOver(undo.operation_id));
  expect(await state(undo.operation_id)).toMatchObject({ counts: { updated: UNDONE - 10 }, kept_count: 10, run: { status: 'done' } });
  const { data: kept } = (await staff.call('GET', `operations/${undo.operation_id}/kept?limit=20`)).body;
  expect(kept.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)).toEqual(edited);
  const after = await stored();
  for (const [at, { version, ...row }] of after.map((row) => ({ ...row })).entries()) {
    const isEdited = edited.includes(Number(row.id));
    expect(row).toEqual({ ...toRow(before[at]!), ...(isEdited && { fax: '03-9' }) });
    // The edit and the undo, or the edit and what somebody wrote since: nothing was reversed twice.
    expect(Number(version) - Number(before[at]!.version), `customer ${row.id}`).toBe(2);
  }
});

const toRow = ({ version: _, ...row }: Record<string, unknown>): Record<string, unknown> => row;
