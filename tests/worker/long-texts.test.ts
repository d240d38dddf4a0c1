import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { insertDirects, type Staff, signIn } from './calculation-month.ts';

/** Together more than the 10 MB that the database takes or answers at once. */
const JOBS = 120;
const LETTERS = 100_000;

let stack: Stack;
let admin: Staff;
let ids: number[];
beforeAll(async () => {
  stack = await startStack({});
  admin = await signIn(stack, 'Admin');
  await insertDirects(stack.client, '2026-03', JOBS);
  await stack.client.execute(`UPDATE directs SET description = printf('%.*c', ${LETTERS}, 'x') || id`);
  ids = (await stack.client.execute('SELECT id FROM directs ORDER BY id')).rows.map(({ id }) => Number(id));
});
afterAll(() => stack?.close());

const count = async (where: string) => Number((await stack.client.execute(`SELECT COUNT(*) AS n FROM directs WHERE ${where}`)).rows[0]!.n);

async function done(operation: number): Promise<{ done: number; status: string }> {
  const read = async () => (await admin.call('GET', `operations/${operation}`)).body.run;
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('done');
  return read();
}

describe('jobs whose texts are too long together for the database', () => {
  it.each(['directs?limit=1000', 'directs?limit=50000', 'directs?limit=1000&order_by=id DESC'])('are listed whole by %s', async (path) => {
    const { status, body } = await admin.call('GET', path);
    expect([status, body.total, body.data.length]).toEqual([200, JOBS, JOBS]);
    const wrong = body.data.filter((row: { id: number; description: string }) => row.description !== 'x'.repeat(LETTERS) + row.id);
    expect(wrong).toEqual([]);
  });

  it('are exported whole', async () => {
    expect((await admin.call('GET', 'directs/export?format=json')).body).toHaveLength(JOBS);
  });

  it('are edited and undone in the queue, and checked', async () => {
    const edit = await admin.call('POST', 'directs/bulk', { ids, values: { bikou: 'mới' } });
    expect([edit.status, edit.body.status]).toEqual([200, 'queued']);
    expect((await done(edit.body.operation_id)).done).toBe(JOBS);
    expect(await count("bikou = 'mới'")).toBe(JOBS);
    const undo = await admin.call('POST', `operations/${edit.body.operation_id}/undo`);
    expect([undo.status, undo.body.status]).toEqual([200, 'queued']);
    await done(undo.body.operation_id);
    expect(await count('bikou IS NULL')).toBe(JOBS);
  });

  it('are sealed', async () => {
    expect(await admin.call('POST', 'lock_and_unlock', { year: 2026, month: 3, status: 1 })).toMatchObject({ status: 200 });
    const [seal] = (await admin.call('GET', 'month_seals?year=2026&month=3')).body.data;
    expect((await admin.call('GET', `month_seals/${seal.id}`)).body.records.directs.count).toBe(JOBS);
    await admin.call('POST', 'lock_and_unlock', { year: 2026, month: 3, status: 0, reason: 'x' });
  });

  it('are deleted fewer at a time, which is told', async () => {
    const { status, body } = await admin.call('POST', 'directs/deleteByIds', { ids });
    expect([status, body.code, body.message.includes('ít bản ghi hơn')]).toEqual([413, 'too_large', true]);
    expect(await count('1')).toBe(JOBS);
    expect((await admin.call('POST', 'directs/deleteByIds', { ids: ids.slice(0, 60) })).status).toBe(200);
  });
});
