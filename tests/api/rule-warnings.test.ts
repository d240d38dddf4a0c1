import { beforeAll, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { openOfficeWithoutRules, ruleCalls } from '../support/rules-office.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openOfficeWithoutRules();
  await api.insert('customers', { name: 'Khách 2', code: 'K2' });
  await api.insert('directs', { name: 'D-9', customer_id: 1, work_category_id: 1, henkyaku_hi: '2026-09-30', dept_id: 1 });
  for (const month of ['2026-07', '2026-08', '2026-09'])
    await api.client.execute({ sql: "INSERT INTO month_locks (month, status, at) VALUES (?, 1, '2026-10-02 09:00:00')", args: [month] });
});

const { call } = ruleCalls(() => api);
const made = async (entity: string, body: object) => (await call('POST', entity, body)).body.data.id as number;
const standard = { work_category_id: 1, standard_design_point: 1, standard_check_point: 1 };

it('a changed rule names the locked months in which a job goes by it, and no other', async () => {
  const used = await made('standards', { ...standard, customer_id: 1, scale_code: 'A' });
  const unused = await made('standards', { ...standard, customer_id: 2, scale_code: 'B' });
  const warningsOf = async (path: string, body: object) => (await call('PUT', path, body)).body.warnings;
  expect(await warningsOf(`standards/${used}`, { standard_design_point: 2 })).toEqual([expect.stringMatching(/: 2026\/09$/)]);
  expect(await warningsOf(`standards/${unused}`, { standard_design_point: 2 })).toBeUndefined();
  for (const [entity, code, field] of [
    ['tsubos', 'scale_factor_code', 'scale_factor'],
    ['formula-base-points', 'scale_code', 'base_point1'],
    ['formula-results', 'scale_code', 'result_design_formula'],
  ] as const) {
    const [ofUsed, ofUnused] = [await made(entity, { [code]: 'a', [field]: '1' }), await made(entity, { [code]: 'B', [field]: '1' })];
    expect(await warningsOf(`${entity}/${ofUsed}`, { [field]: '2' }), entity).toEqual([expect.stringMatching(/: 2026\/09$/)]);
    expect(await warningsOf(`${entity}/${ofUnused}`, { [field]: '2' }), entity).toBeUndefined();
  }
  const [table] = (await call('GET', 'tsubos')).body.data;
  expect(await warningsOf(`tsubos/${table.id}`, { description: 'x' }), 'no calculation reads it').toBeUndefined();
  expect(await warningsOf(`standards/${used}`, { note: 'x' }), 'no calculation reads it').toBeUndefined();
});

it('a version names only the months from its own on', async () => {
  const { rows } = await api.client.execute('SELECT id FROM standards WHERE customer_id = 1');
  const later = await call('POST', 'standards/versions', {
    valid_from: '2026-10',
    copy_of: rows[0]!.id,
    values: { standard_design_point: 5 },
  });
  expect({ status: later.status, warnings: later.body.warnings }).toEqual({ status: 201, warnings: undefined });
  const earlier = await call('POST', 'standards/versions', {
    valid_from: '2026-08',
    copy_of: rows[0]!.id,
    values: { standard_design_point: 6 },
  });
  expect(earlier.body.warnings).toEqual([expect.stringMatching(/: 2026\/09$/)]);
});
