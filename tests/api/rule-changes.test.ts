import { beforeAll, describe, expect, it } from 'vitest';
import { selectRules, storeRules, takeSnapshot } from '../../worker/features/calculation/load.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { id: 1, name: 'Khách 1' });
  await api.insert('work_categories', { id: 1, work_name: 'Hạng mục 1' });
  for (const id of [1, 2]) await api.insert('tsubos', { id, scale_factor_code: 'A', scale_factor: id });
  await api.insert('standards', {
    ...{ id: 1, customer_id: 1, work_category_id: 1, scale_code: 'A', tsubo_id: 1 },
    ...{ standard_design_point: 1, standard_check_point: 1 },
  });
  await api.insert('formula_results', { id: 1, scale_code: 'A', result_design_formula: '1', result_check_formula: '1' });
});

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
const changes = async (from: string, to: string) =>
  (await call('GET', `rules/changes?from=${from}&to=${to}`)).body.data.map((change: Record<string, unknown>) => [
    change.entity,
    change.field,
    change.old,
    change.new,
  ]);

describe('what differs between the rules of two months', () => {
  it('is each field of each rule, not the rows that a version only copies', async () => {
    expect(await changes('2026-09', '2026-10')).toEqual([]);
    await call('POST', 'tsubos/versions', { valid_from: '2026-10', copy_of: 2, values: { scale_factor: 5 } });
    await call('POST', 'standards/versions', { valid_from: '2026-10', copy_of: 1, values: { standard_design_point: 7 } });
    await call('POST', 'formula-results/versions', { valid_from: '2026-11', copy_of: 'A', values: { result_check_formula: '2' } });
    expect(await changes('2026-09', '2026-10')).toEqual([
      ['standards', 'standard_design_point', 1, 7],
      ['tsubos', 'scale_factor', 2, 5],
    ]);
    expect(await changes('2026-10', '2026-9')).toEqual([
      ['standards', 'standard_design_point', 7, 1],
      ['tsubos', 'scale_factor', 5, 2],
    ]);
    expect(await changes('2026-10', '2026-11')).toEqual([['formula-results', 'result_check_formula', '1', '2']]);
    const { body } = await call('GET', 'rules/changes?from=2026-09&to=2026-10');
    expect(body.data[0]).toMatchObject({ label: 'Khách 1 · Hạng mục 1', user: 'Người admin', at: '2026-11-20 10:00:00' });
    expect(body.data[1]).toMatchObject({ identity: { scale_factor_code: 'A', row: 2 }, label: 'A · dòng 2' });
  });

  it('is a row that only one of them has, and the expressions', async () => {
    const { body } = await call('GET', 'tsubos?as_of=2026-10');
    await call('DELETE', `tsubos/${body.data[1].id}`);
    await call('PUT', 'totals-expressions', { total_point_1: 'direct_point', total_point_2: '1', valid_from: '2026-10' });
    expect(await changes('2026-09', '2026-10')).toEqual([
      ['standards', 'standard_design_point', 1, 7],
      ['tsubos', 'scale_factor', 2, null],
      ['totals-expressions', 'expression', expect.stringContaining('indirect'), 'direct_point'],
      ['totals-expressions', 'expression', 'total_point_1 * pro_index', '1'],
    ]);
  });

  it('names who deleted a row of a version, and when', async () => {
    const { body } = await call('GET', 'rules/changes?from=2026-09&to=2026-10');
    expect(body.data[1]).toMatchObject({ label: 'A · dòng 2', record_id: 2, user: 'Người admin', at: '2026-11-20 10:00:00' });
  });

  it('names who wrote the version of an expression', async () => {
    const { body } = await call('GET', 'rules/changes?from=2026-09&to=2026-10');
    expect(body.data.at(-1)).toMatchObject({ label: 'Tổng điểm 2', user: 'Người admin', at: '2026-11-20 10:00:00' });
  });

  it('can be asked of the rules of runs, by their hashes', async () => {
    const [one, other] = await Promise.all(
      ['2026-09', '2026-12'].map(async (month) => takeSnapshot(await api.deps.db.read(selectRules(month)))),
    );
    for (const snapshot of [one!, other!]) await storeRules(api.deps.files, snapshot);
    expect(await changes(one!.hash, other!.hash)).toEqual((await changes('2026-09', '2026-12')).slice(0, 3));
    expect((await call('GET', `rules/changes?from=${'0'.repeat(64)}&to=2026-10`)).status).toBe(404);
  });

  it('is for staff, of months and hashes only', async () => {
    expect((await api.call('GET', 'rules/changes?from=soon&to=2026-10', { as: api.people.viewer })).status).toBe(403);
    expect(Object.keys((await call('GET', 'rules/changes?from=soon&to=2026-10')).body.messages)).toEqual(['from']);
    expect(Object.keys((await call('GET', 'rules/changes?from=2026-10')).body.messages)).toEqual(['to']);
  });
});

describe('a version of the totals expressions', () => {
  const put = (body: object) => call('PUT', 'totals-expressions', { total_point_1: 'direct_point', total_point_2: '2', ...body });
  const read = async (query: string) => (await call('GET', `totals-expressions${query}`)).body;

  it('counts from its month on; without a month callers read and write the one that always counts', async () => {
    expect(await read('')).toMatchObject({ total_point_2: 'total_point_1 * pro_index', valid_from: null, valid_to: '2026-09', version: 1 });
    expect(await read('?as_of=2026-10')).toMatchObject({ total_point_2: '1', valid_from: '2026-10', valid_to: null });
    expect((await put({ total_point_2: '3' })).body).toMatchObject({ total_point_2: '3', valid_from: null });
    expect((await read('?as_of=2026-10')).total_point_2).toBe('1');
    expect((await read('?as_of=all')).data.map(({ valid_from }: { valid_from: string }) => valid_from)).toEqual([null, '2026-10']);
    expect((await call('GET', 'totals-expressions?as_of=soon')).status).toBe(422);
  });

  it('is made once: somebody else’s is a 409 with it, unless its version is named', async () => {
    const both = await Promise.all(['4', '5'].map((total_point_2) => put({ total_point_2, valid_from: '2026-12' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409)!;
    expect(lost.body.current).toEqual(both.find(({ status }) => status === 200)!.body);
    const edited = await put({ total_point_2: '6', valid_from: '2026/12', version: 1 });
    expect(edited.status).toBe(200);
    expect(edited.body.total_point_2).toBe('6');
    expect(edited.body.version).toBe(2);
    expect((await put({ valid_from: '2026-13' })).status).toBe(422);
  });

  it('that is deleted brings back the one before', async () => {
    const deleted = await call('DELETE', 'totals-expressions?valid_from=2026-12');
    expect(deleted.body).toMatchObject({ total_point_2: '1', valid_from: '2026-10', valid_to: null });
    expect((await call('DELETE', 'totals-expressions?valid_from=2026-12')).status).toBe(404);
    expect((await call('DELETE', 'totals-expressions')).status).toBe(422);
    expect((await api.call('DELETE', 'totals-expressions?valid_from=2026-10', { as: api.people.writer })).status).toBe(403);
  });
});
