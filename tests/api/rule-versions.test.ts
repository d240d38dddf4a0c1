import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
const standard = { customer_id: 1, work_category_id: 1, standard_design_point: 1, standard_check_point: 1, scale_code: 'A' };

beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { name: 'Khách 1', code: 'K1' });
  await api.insert('work_categories', { work_name: 'Hạng mục 1' });
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
const rulesOf = async (month: string) => readRules(await api.deps.db.read(selectRules(month)));

describe('the month of a rule', () => {
  it('is null where none is given, and is read in every way people write it', async () => {
    const first = await call('POST', 'standards', standard);
    expect([first.status, first.body.data.valid_from]).toEqual([201, null]);
    const version = await call('POST', 'standards', { ...standard, valid_from: '2026/9' });
    expect([version.status, version.body.data.valid_from]).toEqual([201, '2026-09']);
    const emptied = await call('PUT', `standards/${version.body.data.id}`, { valid_from: '2026-12' });
    expect([emptied.status, emptied.body.data.valid_from]).toEqual([200, '2026-12']);
    for (const valid_from of ['2026-13', 'soon', 202609, '1999-12']) {
      const refused = await call('POST', 'standards', { ...standard, valid_from });
      expect([refused.status, Object.keys(refused.body.messages)], String(valid_from)).toEqual([422, ['valid_from']]);
    }
  });

  it('stands once for each rule; of two people at once one wins', async () => {
    const again = await call('POST', 'standards', standard);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect(Object.keys(again.body.messages)).toEqual(['customer_id', 'work_category_id']);
    const dated = await call('POST', 'standards', { ...standard, valid_from: '2026-12' });
    expect(dated.status).toBe(409);
    const both = await Promise.all(
      [1, 2].map((n) => call('POST', 'formula-results', { scale_code: 'Z', description: `${n}`, valid_from: '2027-01' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { rows } = await api.client.execute("SELECT id FROM standards WHERE valid_from = '2026-12'");
    const moved = await call('PUT', `standards/${rows[0]!.id}`, { valid_from: null });
    expect(moved.status, 'there is one without a month').toBe(409);
  });

  it('narrows lists as other fields do', async () => {
    const { body } = await call('GET', 'standards?valid_from=2026-12');
    expect(body.data.map(({ valid_from }: { valid_from: string }) => valid_from)).toEqual(['2026-12']);
    expect((await call('GET', 'standards?valid_from__ge=2026-13')).status).toBe(422);
  });
});

describe('a table of scales', () => {
  const row = { scale_factor_code: 'T', scale_factor: 1 };

  it('takes no row of a month that it has no version of', async () => {
    const first = await call('POST', 'tsubos', row);
    expect([first.status, first.body.data.valid_from]).toEqual([201, null]);
    for (const scale_factor_code of ['T', 't']) {
      const split = await call('POST', 'tsubos', { ...row, scale_factor_code, valid_from: '2026-12' });
      expect([split.status, split.body.code]).toEqual([409, 'version_missing']);
      expect(split.body.message).toContain('2026/12');
    }
    const moved = await call('PUT', `tsubos/${first.body.data.id}`, { valid_from: '2026-12' });
    expect([moved.status, moved.body.code]).toEqual([409, 'version_missing']);
    expect((await rulesOf('2026-12')).tsubos).toHaveLength(1);
  });

  it('begins with its first row where no row has its code', async () => {
    const first = await call('POST', 'formula-base-points', { scale_code: 'NEW', base_point1: '1', valid_from: '2026-12' });
    expect(first.status).toBe(201);
    const second = await call('POST', 'formula-base-points', { scale_code: 'NEW', base_point1: '2', valid_from: '2026-12' });
    expect(second.status).toBe(201);
    expect((await rulesOf('2026-11')).base_points).toEqual([]);
    expect((await rulesOf('2026-12')).base_points).toHaveLength(2);
  });

  it('gives a standard that names a row the row that follows from it, in a version without one no row', async () => {
    const [named, other, oct, nov] = [101, 102, 103, 104];
    await api.insert('tsubos', { id: named, scale_factor_code: 'N', scale_factor: 1 });
    await api.insert('tsubos', { id: other, scale_factor_code: 'N', scale_factor: 2 });
    await api.insert('tsubos', { id: oct, scale_factor_code: 'N', scale_factor: 3, valid_from: '2027-10', copied_from: named });
    await api.insert('tsubos', { id: nov, scale_factor_code: 'N', scale_factor: 4, valid_from: '2027-11', copied_from: other });
    const made = await call('POST', 'standards', { ...standard, customer_id: 1, scale_code: 'N', tsubo_id: named, valid_from: '2025-01' });
    const meant = async (month: string) => {
      const { standards, tsubos } = await rulesOf(month);
      const id = standards.find((found) => found.id === made.body.data.id)?.tsubo_id;
      return tsubos.find((found) => found.id === id)?.scale_factor;
    };
    await call('DELETE', `standards/${(await rulesOf('2026-12')).standards[0]!.id}`);
    expect(await meant('2027-09')).toBe(1);
    expect(await meant('2027-10')).toBe(3);
    expect(await meant('2027-11')).toBe(undefined);
    await call('DELETE', `tsubos/${nov}`);
    expect(await meant('2027-11'), 'without the last version the one before counts').toBe(3);
  });
});
