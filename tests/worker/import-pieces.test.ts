import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IMPORT_MODULES } from '../../worker/update-effects.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { workbookOf } from '../support/workbooks.ts';
import { insert, type Staff, signIn } from './calculation-month.ts';
import { cleared, ended, insertPeople, upload } from './import-file.ts';

/** Imports that are written in several transactions, and what may come between them. */

const PIECE = IMPORT_MODULES.sizes.batch;
const SEVERAL = 4 * PIECE;

let stack: Stack;
let staff: Staff;
let ids: number;

beforeAll(async () => {
  stack = await startStack({ prepare: insertPeople, heapMb: 96 });
  staff = await signIn(stack);
  ids = Number((await rowsOf('SELECT MAX(id) AS id FROM users'))[0]!.id);
});
afterAll(() => stack?.close());
beforeEach(async () => {
  stack.proxy.heal();
  stack.proxy.delay(0);
  await stack.client.batch(
    [
      'UPDATE month_locks SET status = 0',
      'DELETE FROM pro',
      'DELETE FROM imports',
      // Only maintenance may remove history.
      "INSERT INTO write_context (id, source, at) VALUES (1, 'maintenance', '')",
      'DELETE FROM history',
      'DELETE FROM write_context',
    ],
    'write',
  );
});

const rowsOf = async (sql: string) => (await stack.client.execute(sql)).rows;

/** Ratings of two months, one after the other by date but mixed in the file. */
const ratings = (count: number) =>
  workbookOf([
    ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'],
    ...Array.from({ length: count }, (_, n) => [
      n % 3 ? 'nv001' : 'nv002',
      1.2,
      `2026-0${3 + (n % 2)}-${String(1 + (n % 28)).padStart(2, '0')}`,
      `r${n}`,
    ]),
  ]);

/** Puts an import into the database and bucket without a message. */
async function waiting(file: Uint8Array<ArrayBuffer>, mode = 'valid_rows'): Promise<number> {
  const id = await insert(stack.client, 'imports', {
    ...{ entity: 'pro', mode, status: 'queued', file_name: 'x.xlsx', requested_by: ids },
    ...{ created_at: '2026-01-01 00:00:00', progress_at: '2099-01-01 00:00:00' },
  });
  await (await stack.files()).put(`imports/${id}/workbook`, file);
  return id;
}

/** Slows the database down until some rows are written, but not all; answers how many. */
async function inTheMiddle(id: number): Promise<number> {
  stack.proxy.delay(300);
  const inserted = async () => Number((await rowsOf(`SELECT inserted FROM imports WHERE id = ${id}`))[0]!.inserted);
  await expect.poll(inserted, { interval: 5 }).toBeGreaterThan(0);
  expect(await rowsOf(`SELECT status FROM imports WHERE id = ${id}`)).toEqual([{ status: 'writing' }]);
  return inserted();
}

async function everyRowOnce(count: number): Promise<void> {
  expect(await rowsOf('SELECT COUNT(*) AS n, COUNT(DISTINCT note) AS notes FROM pro')).toEqual([{ n: count, notes: count }]);
  expect(await rowsOf("SELECT COUNT(*) AS n FROM history WHERE entity = 'pro' AND source = 'import'")).toEqual([{ n: count }]);
  expect(await rowsOf('SELECT COUNT(*) AS n FROM import_conflicts')).toEqual([{ n: 0 }]);
}

describe('an import of good rows', () => {
  test('that dies between two pieces is gone on with, every row once', async () => {
    const id = await waiting(await ratings(SEVERAL));
    const first = stack.deliver([{ type: 'import', import_id: id }]);
    const before = await inTheMiddle(id);
    stack.proxy.fail('refuse');
    await first;
    stack.proxy.heal();
    expect(before).toBeLessThan(SEVERAL);
    expect(await rowsOf(`SELECT status FROM imports WHERE id = ${id}`)).toEqual([{ status: 'writing' }]);
    // The delivery that died holds the import until its lease runs out.
    await stack.client.execute(`UPDATE imports SET lease_until = 0 WHERE id = ${id}`);
    stack.proxy.delay(0);
    await stack.send({ type: 'import', import_id: id }, 2);
    expect(await ended(staff, id)).toMatchObject({ status: 'done', inserted: SEVERAL, failed: 0, total: SEVERAL, done: SEVERAL });
    await everyRowOnce(SEVERAL);
  });

  test('that dies while it is read goes on behind the rows that were staged, every row once', async () => {
    const id = await waiting(await ratings(6000));
    const read = async () => Number((await rowsOf(`SELECT done FROM imports WHERE id = ${id}`))[0]!.done);
    stack.proxy.delay(100);
    const first = stack.deliver([{ type: 'import', import_id: id }]);
    await expect.poll(read, { interval: 5 }).toBeGreaterThan(0);
    stack.proxy.fail('refuse');
    await first;
    expect(await rowsOf(`SELECT status FROM imports WHERE id = ${id}`)).toEqual([{ status: 'reading' }]);
    const staged = await read();
    expect(staged).toBeLessThan(6000);
    stack.proxy.heal();
    stack.proxy.reset();
    await stack.client.execute(`UPDATE imports SET lease_until = 0 WHERE id = ${id}`);
    await stack.deliver([{ type: 'import', import_id: id }]);
    expect(await ended(staff, id)).toMatchObject({ status: 'done', inserted: 6000, failed: 0, total: 6000 });
    const chunks = stack.proxy.bodies().filter((body) => body.includes('INSERT INTO import_chunks'));
    expect(chunks).toHaveLength((6000 - staged) / 1000);
    await everyRowOnce(6000);
  });

  test('whose database response is lost writes the piece once', async () => {
    const id = await waiting(await ratings(SEVERAL));
    const delivery = stack.deliver([{ type: 'import', import_id: id }]);
    await inTheMiddle(id);
    stack.proxy.fail('lose_answer', 1);
    stack.proxy.delay(0);
    expect(await delivery).toMatchObject({ outcome: 'ok' });
    expect(await ended(staff, id)).toMatchObject({ status: 'done', inserted: SEVERAL, failed: 0 });
    await everyRowOnce(SEVERAL);
  });

  test('that is cancelled between two pieces says how many rows it wrote', async () => {
    // So many pieces that the call to cancel comes among them on a slow machine too.
    const rows = 9 * PIECE;
    const id = await waiting(await ratings(rows));
    const delivery = stack.deliver([{ type: 'import', import_id: id }]);
    await inTheMiddle(id);
    expect((await staff.call('POST', `imports/${id}/cancel`)).status).toBe(200);
    stack.proxy.delay(0);
    expect(await delivery).toMatchObject({ outcome: 'ok' });
    const cancelled = await ended(staff, id);
    const [{ n } = { n: 0 }] = await rowsOf('SELECT COUNT(*) AS n FROM pro');
    expect(cancelled).toMatchObject({ status: 'cancelled', inserted: n, message: expect.stringContaining(`${n} dòng`) });
    expect(Number(n)).toBeGreaterThan(0);
    expect(Number(n)).toBeLessThan(rows);
    await cleared(stack, id);
  });

  test('reports the rows of a month that is locked between two pieces', async () => {
    const id = await waiting(await ratings(SEVERAL));
    const delivery = stack.deliver([{ type: 'import', import_id: id }]);
    await inTheMiddle(id);
    await insert(stack.client, 'month_locks', { month: '2026-04', status: 1, at: '2026-05-01 00:00:00' });
    const [{ n: april } = { n: 0 }] = await rowsOf("SELECT COUNT(*) AS n FROM pro WHERE rate_at LIKE '2026-04-%'");
    stack.proxy.delay(0);
    await delivery;
    const done = await ended(staff, id);
    expect(done).toMatchObject({
      status: 'done',
      inserted: SEVERAL / 2 + Number(april),
      failed: SEVERAL / 2 - Number(april),
      total: SEVERAL,
    });
    expect(done.errors[0]).toMatchObject({ column: 'Ngày đánh giá', message: expect.stringMatching(/^Tháng 2026\/04 đã khóa, /) });
    const reported = await rowsOf(`SELECT COUNT(*) AS n FROM import_errors WHERE import_id = ${id}`);
    expect(reported).toEqual([{ n: done.failed }]);
    await everyRowOnce(done.inserted);
  });

  test('whose piece the server takes away, as it lasts too long and others wait, goes on in smaller ones, every row once', async () => {
    // A piece is under way for some seconds.
    const work = 'WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 5000) SELECT v FROM n';
    await stack.client.batch(
      ['CREATE TABLE others (n)', `CREATE TRIGGER slow BEFORE INSERT ON pro BEGIN SELECT COUNT(*) FROM (${work}); END`],
      'write',
    );
    const id = await waiting(await ratings(PIECE));
    stack.proxy.reset();
    const delivery = stack.deliver([{ type: 'import', import_id: id }]);
    const isWriting = () => stack.proxy.bodies().some((body) => body.includes(String.raw`INSERT INTO \"pro\"`));
    await expect.poll(isWriting, { interval: 5 }).toBe(true);
    const writeBeside = () => stack.client.execute('INSERT INTO others VALUES (1)');
    const waits = () => Promise.race([writeBeside().then(() => false), sleep(500).then(() => true)]);
    await expect.poll(waits, { interval: 0 }).toBe(true);
    // The server gives a writer 5 s, and the Worker repeats for 8 s what was busy.
    process.kill(stack.sqld.pid(), 'SIGSTOP');
    await sleep(8500);
    process.kill(stack.sqld.pid(), 'SIGCONT');
    expect(await delivery).toMatchObject({ outcome: 'ok' });
    await stack.client.batch(['DROP TRIGGER slow', 'DROP TABLE others'], 'write');
    expect(await ended(staff, id)).toMatchObject({ status: 'done', inserted: PIECE, failed: 0 });
    const [plan] = await rowsOf(`SELECT plan ->> '$.pieceRows' AS rows FROM imports WHERE id = ${id}`);
    expect(plan!.rows).toBeLessThan(PIECE);
    await everyRowOnce(PIECE);
  });

  test('beside another of the same file writes each row once, and the other reports it', async () => {
    const file = await ratings(3000);
    const both = [await waiting(file), await waiting(file)];
    await Promise.all(both.map((id) => stack.deliver([{ type: 'import', import_id: id }])));
    const ends = [await ended(staff, both[0]!), await ended(staff, both[1]!)];
    const sum = (key: string) => ends.reduce((total, end) => total + end[key], 0);
    expect(sum('inserted')).toBe(3000);
    expect(sum('failed')).toBe(3000);
    await everyRowOnce(3000);
  });
});

describe('an import of all rows or nothing', () => {
  test('of many rows is written in one transaction', async () => {
    const { body } = await upload(stack, staff, 'pro', await ratings(4000));
    const counts = new Set<number>();
    let end: { status: string } = { status: 'queued' };
    while (!['done', 'failed', 'cancelled'].includes(end.status)) {
      counts.add(Number((await rowsOf('SELECT COUNT(*) AS n FROM pro'))[0]!.n));
      end = (await staff.call('GET', `imports/${body.id}`)).body as { status: string };
    }
    counts.add(Number((await rowsOf('SELECT COUNT(*) AS n FROM pro'))[0]!.n));
    expect(end).toMatchObject({ status: 'done', inserted: 4000, failed: 0 });
    expect([...counts].sort((a, b) => a - b)).toEqual([0, 4000]);
    await everyRowOnce(4000);
  });

  test('that is killed while writing leaves no rows, and is written completely later', async () => {
    const id = await waiting(await ratings(3000), 'all_or_nothing');
    const insert = String.raw`INSERT INTO \"pro\"`;
    stack.proxy.reset();
    stack.proxy.fail('refuse', Number.POSITIVE_INFINITY, insert);
    const first = stack.deliver([{ type: 'import', import_id: id }]);
    await expect.poll(() => stack.proxy.bodies().some((body) => body.includes(insert)), { interval: 5 }).toBe(true);
    stack.proxy.fail('refuse');
    await first;
    expect(await rowsOf(`SELECT status FROM imports WHERE id = ${id}`)).toEqual([{ status: 'writing' }]);
    expect(await rowsOf('SELECT COUNT(*) AS n FROM pro')).toEqual([{ n: 0 }]);
    stack.proxy.heal();
    await stack.client.execute(`UPDATE imports SET lease_until = 0 WHERE id = ${id}`);
    await stack.deliver([{ type: 'import', import_id: id }]);
    expect(await ended(staff, id)).toMatchObject({ status: 'done', inserted: 3000, failed: 0 });
    await everyRowOnce(3000);
  });
});
