import { afterEach, beforeEach, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

/** The expressions of the totals are taken back like the rows of any other rule, each by itself. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
const read = async (month = '') => {
  const { total_point_1, total_point_2 } = (await call('GET', `totals-expressions${month && `?as_of=${month}`}`)).body;
  return [total_point_1, total_point_2];
};
const lastOperation = async () => (await call('GET', 'operations?entity=totals_expressions&limit=1')).body.data[0];
const save = (total_point_1: string, more: object = {}) =>
  call('PUT', 'totals-expressions', { total_point_1, total_point_2: 'total_point_1 * 2', ...more });

it('a change is taken back, and the undo of it again', async () => {
  const before = await read();
  expect((await save('direct_point + 1')).status).toBe(200);
  const operation = await lastOperation();
  expect(operation).toMatchObject({ undoable: true, reason: null });
  const undone = await call('POST', `operations/${operation.id}/undo`);
  expect(undone.body).toMatchObject({ reversed: 2, kept: [] });
  expect(await read()).toEqual(before);
  expect((await call('POST', `operations/${operation.id}/undo`)).status).toBe(409);
  await call('POST', `operations/${undone.body.operation_id}/undo`);
  expect(await read()).toEqual(['direct_point + 1', 'total_point_1 * 2']);
  const stale = await save('direct_point + 2', { version: 2 });
  expect(stale.status, 'the undo raised the version').toBe(409);
});

it('a version that was made goes, and one that was deleted comes back', async () => {
  const before = await read('2027-01');
  await save('direct_point + 3', { valid_from: '2027-01' });
  await call('POST', `operations/${(await lastOperation()).id}/undo`);
  expect(await read('2027-01')).toEqual(before);
  await save('direct_point + 4', { valid_from: '2027-01' });
  expect((await call('DELETE', 'totals-expressions?valid_from=2027-01')).status).toBe(200);
  const { body } = await call('POST', `operations/${(await lastOperation()).id}/undo`);
  expect(body).toMatchObject({ reversed: 2, kept: [] });
  expect(await read('2027-01')).toEqual(['direct_point + 4', 'total_point_1 * 2']);
});

it('what somebody changed since stays, and the other expression goes back', async () => {
  const before = await read();
  await save('direct_point + 1');
  const { id } = await lastOperation();
  await save('direct_point + 5');
  const { body } = await call('POST', `operations/${id}/undo`);
  expect(body.reversed).toBe(1);
  expect(body.kept.map(({ entity, reason }: Record<string, string>) => [entity, reason])).toEqual([
    ['totals_expressions', 'changed_since'],
  ]);
  expect(await read()).toEqual(['direct_point + 5', before[1]]);
});

it('a save and its undo say which locked months keep the figures', async () => {
  expect((await call('POST', 'lock_and_unlock', { year: 2026, month: 9, status: 1 })).status).toBe(200);
  const kept = [expect.stringMatching(/^Các tháng đã khóa vẫn giữ giá trị cũ: .*09/)];
  expect((await save('direct_point + 1')).body.warnings).toEqual(kept);
  expect((await call('POST', `operations/${(await lastOperation()).id}/undo`)).body.warnings).toEqual(kept);
});

it('a request may name one of the expressions: the other stays as it is in force', async () => {
  const before = (await api.call('GET', 'totals-expressions', { as: api.people.admin })).body;
  const { status, body } = await api.call('PUT', 'totals-expressions', {
    as: api.people.admin,
    body: { total_point_2: 'total_point_1 * pro_index + 1' },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ total_point_1: before.total_point_1, total_point_2: 'total_point_1 * pro_index + 1' });
});
