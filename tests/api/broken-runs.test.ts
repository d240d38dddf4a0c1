import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('work_categories', { work_name: '基礎伏図' });
});

const MANY = 1200;
const call = (method: string, path: string, body?: unknown, as: Person = api.people.writer) => api.call(method, path, { as, body });
const example = {
  month: '2026-11',
  work_category_id: 1,
  values: { tsubosuu: 36, complex_factor: 1 },
  result_design_point: 72,
  result_check_point: 36,
};

/** Standards of 1,200 customers by one formula, and an example of the first customer and of one in the third piece. */
beforeEach(async () => {
  for (const table of ['rule_cases', 'standards', 'tsubos', 'formula_base_points', 'formula_results', 'customers', 'notices'])
    await api.client.execute(`DELETE FROM ${table}`);
  api.sent.length = 0;
  const each = Array.from({ length: MANY }, (_, n) => n + 1);
  await api.client.batch(
    each.flatMap((n) => [
      `INSERT INTO customers (id, name, code, code_fold) VALUES (${n}, 'K${n}', 'K${n}', 'k${n}')`,
      `INSERT INTO standards (id, customer_id, work_category_id, standard_design_point, standard_check_point, scale_code)
        VALUES (${n}, ${n}, 1, 2, 1, 'A')`,
    ]),
    'write',
  );
  await call('POST', 'tsubos', { scale_factor_code: 'A', scale_factor: 1 });
  await call('POST', 'formula-base-points', { scale_code: 'A', base_point1: 'tsubosuu * scale_factor' });
  const formulas = {
    result_design_formula: 'base_point1 * standard_design_point',
    result_check_formula: 'base_point1 * standard_check_point',
  };
  await call('POST', 'formula-results', { scale_code: 'A', ...formulas });
  for (const customer_id of [1, 1100]) {
    const { status } = await call('POST', 'rule_cases', { ...example, name: `Ví dụ ${customer_id}`, customer_id });
    expect(status).toBe(201);
  }
});

/** Works on every message that was sent, as the queue does. */
async function work() {
  const ack = () => undefined;
  const retry = () => expect.unreachable('a message failed');
  for (let body = api.sent.shift(); body; body = api.sent.shift())
    await consume(api.deps, { queue: 'tensu-jobs', messages: [{ id: '1', timestamp: new Date(), attempts: 1, body, ack, retry }] });
}

const ids = Array.from({ length: MANY }, (_, n) => n + 1);
const edit = { ids, values: { standard_design_point: 9 } };
const state = async (id: number, as?: Person) => (await call('GET', `operations/${id}`, undefined, as)).body;
const accept = (id: number, as?: Person) => call('POST', `operations/${id}/accept`, undefined, as);
const countWith = async (points: number) =>
  Number(
    (await api.client.execute({ sql: 'SELECT COUNT(*) AS n FROM standards WHERE standard_design_point = ?', args: [points] })).rows[0]!.n,
  );
const names = (operation: { run: { broken_cases: { name: string }[] } }) => operation.run.broken_cases.map(({ name }) => name);
const notices = async (as: Person = api.people.writer) => (await call('GET', 'notices?unread=1', undefined, as)).body.data;

/** A bulk edit that has stopped at the first example. */
async function stop(body: object = edit): Promise<number> {
  const { operation_id } = (await call('POST', 'standards/bulk', body)).body;
  await work();
  return operation_id;
}

describe('a bulk edit of the queue that breaks worked examples', () => {
  it('stops with the examples as data, told in the reader’s language, and writes nothing of that piece', async () => {
    const id = await stop();
    const stopped = await state(id);
    expect(stopped).toMatchObject({ counts: { updated: 0 }, run: { status: 'failed', awaits_acceptance: true, accepted_by: null } });
    expect(stopped.run.broken_cases).toMatchObject([
      { name: 'Ví dụ 1', month: '2026-11', expected: { result_design_point: 72 }, actual: { result_design_point: 324 } },
    ]);
    const english = await api.call('GET', `operations/${id}`, { as: api.people.writer, headers: { 'accept-language': 'en' } });
    expect([stopped.run.message, english.body.run.message]).toEqual([
      expect.stringMatching(/^Thay đổi này .*72\/36 → 324\/36/),
      expect.stringMatching(/^This change .*72\/36 → 324\/36/),
    ]);
    expect([stopped.run.broken_cases[0].reason, english.body.run.broken_cases[0].reason]).toEqual([
      expect.stringContaining('Quy tắc cho 324'),
      expect.stringContaining('The rules give 324'),
    ]);
    expect(await countWith(9)).toBe(0);
    const listed = (await call('GET', 'operations?limit=1')).body.data[0];
    expect([listed.id, listed.run.awaits_acceptance], 'it is listed though it wrote nothing').toEqual([id, true]);
    expect(await notices()).toMatchObject([{ kind: 'operation_stopped', link: `/operations?accept=${id}` }]);
  });

  it('goes on once somebody accepts them, stops again at others, and writes every row once', async () => {
    const id = await stop();
    const accepted = await accept(id);
    expect([accepted.status, accepted.body.run]).toMatchObject([200, { status: 'queued', awaits_acceptance: false }]);
    expect(await notices()).toEqual([]);
    await work();
    const again = await state(id, api.people.admin);
    expect([names(again), again.run.awaits_acceptance, await countWith(9)]).toEqual([['Ví dụ 1', 'Ví dụ 1100'], true, 1000]);
    expect(await notices()).toHaveLength(1);
    expect((await accept(id, api.people.admin)).status).toBe(200);
    await work();
    const done = await state(id);
    expect(done).toMatchObject({ counts: { updated: MANY }, run: { status: 'done', done: MANY, accepted_by: 'Người admin' } });
    expect(await countWith(9)).toBe(MANY);
    const { rows } = await api.client.execute('SELECT DISTINCT version FROM standards');
    expect(rows.map(({ version }) => version)).toEqual([2]);
    const { body } = await call('GET', 'history?entity=standards&id=1', undefined, api.people.admin);
    expect(body.data[0]).toMatchObject({ user_name: 'Người writer', accepted_cases: ['Ví dụ 1'], accepted_by: 'Người admin' });
    expect((await accept(id)).body.code).toBe('conflict');
  });

  it('does not stop where its request accepted whatever breaks', async () => {
    const id = await stop({ ...edit, accept_broken: true });
    expect(await state(id)).toMatchObject({ counts: { updated: MANY }, run: { status: 'done' } });
    const { body } = await call('GET', 'history?entity=standards&id=1', undefined, api.people.admin);
    expect(body.data[0]).toMatchObject({ accepted_cases: ['Ví dụ 1'], accepted_by: 'Người writer' });
  });

  it('is accepted once, by those who see it, and not after it was given up or undone', async () => {
    const id = await stop();
    expect((await accept(id, api.people.checked)).status, 'of somebody else').toBe(404);
    expect((await accept(id, api.people.viewer)).status).toBe(403);
    const both = await Promise.all([accept(id), accept(id, api.people.admin)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await work();
    expect((await call('POST', `operations/${id}/undo`)).body).toMatchObject({ status: 'done', reversed: 1000 });
    expect((await accept(id)).status).toBe(409);
    const other = await stop();
    expect((await call('POST', `operations/${other}/cancel`)).body.run).toMatchObject({ status: 'cancelled', awaits_acceptance: false });
    expect((await accept(other)).status).toBe(409);
    expect(await notices()).toEqual([]);
  });
});

describe('an undo of the queue that breaks worked examples', () => {
  it('goes on once they are accepted, as the undo of its operation', async () => {
    const id = await stop({ ...edit, accept_broken: true });
    await api.client.execute('UPDATE rule_cases SET result_design_point = 324');
    const { operation_id } = (await call('POST', `operations/${id}/undo`)).body;
    await work();
    const stopped = await state(operation_id);
    expect([stopped.run.awaits_acceptance, names(stopped), await countWith(9)]).toEqual([true, ['Ví dụ 1100'], MANY]);
    expect((await accept(operation_id)).body.undo_of).toBe(id);
    await work();
    expect((await accept(operation_id)).status).toBe(200);
    await work();
    expect(await state(operation_id)).toMatchObject({ undo_of: id, counts: { updated: MANY }, run: { status: 'done' } });
    expect(await countWith(2)).toBe(MANY);
  });

  it('is refused where another undo took its place', async () => {
    const id = await stop({ ...edit, accept_broken: true });
    await api.client.execute('UPDATE rule_cases SET result_design_point = 324');
    const first = (await call('POST', `operations/${id}/undo`)).body.operation_id;
    await work();
    const second = (await call('POST', `operations/${id}/undo?accept_broken=true`)).body.operation_id;
    expect((await accept(first)).status).toBe(409);
    await work();
    expect(await state(second)).toMatchObject({ undo_of: id, counts: { updated: MANY }, run: { status: 'done' } });
    expect((await accept(first)).body.code).toBe('conflict');
  });
});
