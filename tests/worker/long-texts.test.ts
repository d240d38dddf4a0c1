import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { workbookOf } from '../support/workbooks.ts';
import { insertDirects, type Staff, signIn } from './calculation-month.ts';
import { imported } from './import-file.ts';

/** Together more than the 10 MB that the database takes or answers at once. */
const JOBS = 350;
/** Of no pattern: a file of repeated letters is taken for a zip bomb. */
const LETTERS = 32_000;

let stack: Stack;
let admin: Staff;
let ids: number[];
beforeAll(async () => {
  stack = await startStack({});
  admin = await signIn(stack, 'Admin');
  await insertDirects(stack.client, '2026-03', JOBS);
  await stack.client.execute(`UPDATE directs SET description = id || ' ' || hex(randomblob(${LETTERS / 2}))`);
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
  it.each(['directs?limit=1000', 'directs?limit=50000'])('are listed whole by %s', async (path) => {
    const { status, body } = await admin.call('GET', path);
    expect({ status, total: body.total, length: body.data.length }).toEqual({ status: 200, total: JOBS, length: JOBS });
    const texts = body.data.map(({ id, description }: { id: number; description: string }) => [id, description.split(' ')] as const);
    for (const [id, [owner, text]] of texts) expect({ owner, length: text.length }).toEqual({ owner: String(id), length: LETTERS });
  });

  it('are exported whole', async () => {
    expect((await admin.call('GET', 'directs/export?format=json')).body).toHaveLength(JOBS);
  });

  it('are edited and undone in the queue, and checked', async () => {
    const edit = await admin.call('POST', 'directs/bulk', { ids, values: { bikou: 'mới' } });
    expect(edit.status).toBe(200);
    expect(edit.body.status).toBe('queued');
    expect((await done(edit.body.operation_id)).done).toBe(JOBS);
    expect(await count("bikou = 'mới'")).toBe(JOBS);
    const undo = await admin.call('POST', `operations/${edit.body.operation_id}/undo`);
    expect(undo.status).toBe(200);
    expect(undo.body.status).toBe('queued');
    await done(undo.body.operation_id);
    expect(await count('bikou IS NULL')).toBe(JOBS);
  });

  it('are sent back as they were exported, and changed in a file', async () => {
    const exported = async () => {
      const response = await stack.fetch('/api/v1/directs/export', { headers: { authorization: `Bearer ${admin.token}` } });
      return new Uint8Array(await response.arrayBuffer());
    };
    expect(await imported(stack, admin, 'directs', await exported())).toMatchObject({ status: 'done', unchanged: JOBS, updated: 0 });
    const changed = await workbookOf([
      ['id', 'description'],
      ...ids.map((id) => [id, `mới ${randomBytes(LETTERS / 2 - 2).toString('hex')}`]),
    ]);
    expect(await imported(stack, admin, 'directs', changed)).toMatchObject({ status: 'done', updated: JOBS });
    expect(await count("description LIKE 'mới %'")).toBe(JOBS);
  });

  it('are sealed', async () => {
    expect(await admin.call('POST', 'lock_and_unlock', { year: 2026, month: 3, status: 1 })).toMatchObject({ status: 200 });
    const [seal] = (await admin.call('GET', 'month_seals?year=2026&month=3')).body.data;
    expect((await admin.call('GET', `month_seals/${seal.id}`)).body.records.directs.count).toBe(JOBS);
    await admin.call('POST', 'lock_and_unlock', { year: 2026, month: 3, status: 0, reason: 'x' });
  });

  it('are all among the results of a scenario, in order', async () => {
    const jobs = 3000;
    await stack.client.batch(
      [
        `INSERT INTO customers (id, name) VALUES (77, '${'x'.repeat(4000)}')`,
        "INSERT INTO rule_scenarios (id, name, valid_from) VALUES (7, 'Thử', '2026-03')",
        "INSERT INTO rule_scenario_runs (id, scenario_id, status, from_month, to_month, created_at, progress_at) VALUES (7, 7, 'done', '2026-03', '2026-03', '', '')",
        `INSERT INTO rule_scenario_results (run_id, direct_id, month, customer_id, before_design, after_design, state)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${jobs}) SELECT 7, i, '2026-03', 77, 1, 1 + i % 3, 'same' FROM n`,
      ],
      'write',
    );
    const order = Array.from({ length: jobs }, (_, n) => n + 1).sort((one, other) => (other % 3) - (one % 3) || one - other);
    const { status, body } = await admin.call('GET', 'rule_scenarios/7/runs/7/directs?limit=50000');
    expect(status).toBe(200);
    expect(body.total).toEqual(jobs);
    expect(body.sum).toEqual({ before: jobs, after: jobs * 2, difference: jobs });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(order);
    const second = (await admin.call('GET', 'rule_scenarios/7/runs/7/directs?limit=1100&page=2')).body;
    expect(second.from).toBe(1101);
    expect(second.to).toBe(2200);
    expect(second.data[0].id).toEqual(order[1100]);
    expect(second.data.at(-1).id).toEqual(order[2199]);
    expect((await admin.call('GET', 'rule_scenarios/7/runs/7/directs/export?format=json')).body).toHaveLength(jobs);
  });

  it('are deleted fewer at a time, which is told', async () => {
    const { status, body } = await admin.call('POST', 'directs/deleteByIds', { ids });
    expect(status).toBe(413);
    expect(body.code).toBe('too_large');
    expect(body.message.includes('ít bản ghi hơn')).toBe(true);
    expect(await count('1')).toBe(JOBS);
    expect((await admin.call('POST', 'directs/deleteByIds', { ids: ids.slice(0, 200) })).status).toBe(200);
  });
});
