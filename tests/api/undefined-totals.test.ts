import { afterEach, beforeEach, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  const { writer, viewer } = api.people;
  for (const [user_id, result_design_point] of [
    [writer.id, 10],
    [viewer.id, 0],
  ] as const)
    await api.insert('directs', { name: 'D', user_id, dept_id: 1, henkyaku_hi: '2026-11-10', result_design_point, result_check_point: 0 });
  await api.client.execute({
    sql: 'UPDATE users SET active = 0 WHERE id NOT IN (?, ?, ?)',
    args: [api.people.admin.id, writer.id, viewer.id],
  });
});
afterEach(() => api.close());

const call = (method: string, path: string, body?: object) => api.call(method, path, { as: api.people.admin, body });
/** Has no value for whoever has no direct points. */
const DIVIDED = { total_point_1: '100 / direct_point', total_point_2: 'total_point_1 * pro_index' };

it('expressions that leave people without a total are saved on a second word only, which names them', async () => {
  const before = (await call('GET', 'totals-expressions')).body;
  const refused = await call('PUT', 'totals-expressions', DIVIDED);
  expect(refused.status).toBe(422);
  // The writer had no points in the months before.
  expect(refused.body.messages.accept_undefined).toMatch(/3 người .*: Người admin, Người writer, Người viewer\./);
  expect((await call('GET', 'totals-expressions')).body).toEqual(before);
  expect(
    (await call('PUT', 'totals-expressions', { ...DIVIDED, total_point_1: 'if(direct_point = 0, 0, 100 / direct_point)' })).status,
  ).toBe(200);
  const { trips, result } = await api.countRoundTrips(() => call('PUT', 'totals-expressions', { ...DIVIDED, accept_undefined: true }));
  expect({ status: result.status, trips }).toEqual({ status: 200, trips: 2 });
});

it('a total without a value is counted by the sum, named by the checklist, and locked with a reason only', async () => {
  await call('PUT', 'totals-expressions', { ...DIVIDED, accept_undefined: true });
  const { data, sum } = (await call('GET', 'totals?year=2026&month=11&limit=100')).body;
  expect(data.filter((row: { total_point_1: number | null }) => row.total_point_1 === null)).toHaveLength(2);
  expect(sum).toMatchObject({ total_point_1: 10, undefined_totals: 2 });
  const { items } = (await call('GET', 'month-checklist?year=2026&month=11')).body;
  const item = items.find(({ key }: { key: string }) => key === 'undefined_total');
  expect(item.rows.map(({ label }: { label: string }) => label)).toEqual(['Người admin', 'Người viewer']);

  const lock = (reason?: string) => call('POST', 'lock_and_unlock', { year: 2026, month: 11, status: 1, ...(reason && { reason }) });
  const refused = await lock();
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.messages)).toEqual(['reason']);
  expect((await call('GET', 'get_lock_status?year=2026&month=11')).body.status).toBe(0);
  expect((await lock('đã biết')).status).toBe(200);
  expect((await call('GET', 'totals?year=2026&month=11&limit=100')).body.sum.undefined_totals).toBe(2);
});
