import { beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { name: 'Khách 1', code: 'K1' });
  for (const work_name of ['基礎伏図', '構造図']) await api.insert('work_categories', { work_name });
});

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.writer, body });

it('says of a version which months it counts in, which are locked, and the open jobs that follow from it', async () => {
  const make = async (work_category_id: number, scale_code: string) =>
    Number(
      (await call('POST', 'standards', { customer_id: 1, work_category_id, standard_design_point: 1, standard_check_point: 1, scale_code }))
        .body.data.id,
    );
  const [standard] = [await make(1, 'A'), await make(2, 'B')];
  const formula = Number((await call('POST', 'formula-results', { scale_code: 'a', result_design_formula: '1' })).body.data.id);
  const job = (henkyaku_hi: string, more: Record<string, number> = {}) =>
    api.insert('directs', { name: henkyaku_hi, bukkenmei: 'x', customer_id: 1, work_category_id: 1, henkyaku_hi, ...more });
  for (const month of ['2026-09', '2026-10', '2026-11', '2026-11', '2026-12']) await job(`${month}-15`);
  await job('2026-11-15', { is_checked: 1 });
  await job('2026-11-15', { is_updated: 1 });
  await job('2026-11-15', { work_category_id: 2 });
  await call('POST', 'lock_and_unlock', { year: 2026, month: 9, status: 1, reason: 'xong' });
  await call('POST', 'standards/versions', { valid_from: '2026-12', copy_of: standard, values: { standard_design_point: 2 } });

  const own = [
    { month: '2026-10', jobs: 1 },
    { month: '2026-11', jobs: 2 },
  ];
  const { trips, result } = await api.countRoundTrips(() => call('GET', `rules/reach?entity=standards&id=${standard}`));
  expect({ trips, body: result.body }).toEqual({ trips: 1, body: { from: null, until: '2026-12', locked: ['2026-09'], months: own } });
  const later = await call('GET', `rules/reach?entity=standards&id=${standard}&from=2026-11`);
  expect(later.body).toEqual({ from: '2026-11', until: '2026-12', locked: [], months: [{ month: '2026-11', jobs: 2 }] });
  const ofCode = await call('GET', `rules/reach?entity=formula-results&id=${formula}`);
  expect(ofCode.body.months).toEqual([...own, { month: '2026-12', jobs: 1 }]);
  expect((await call('GET', 'rules/reach?entity=customers&id=1')).status).toBe(422);
  expect((await call('GET', 'rules/reach?entity=standards&id=999')).status).toBe(404);
});

it('says of a month whether its last calculation went by the rules as they are', async () => {
  const state = async () => (await call('GET', 'rules/state?month=2026-11')).body;
  const { hash, last_run } = await state();
  expect(last_run).toBe(null);
  const run = {
    year: 2026,
    month: 11,
    status: 'done',
    created_at: '2026-11-01 00:00:00',
    progress_at: '2026-11-01 00:00:00',
    source: 'screen',
  };
  await api.insert('calculation_runs', { ...run, rules_hash: hash });
  expect((await state()).last_run.is_same).toBe(true);
  await call('POST', 'formula-results', { scale_code: 'C', result_design_formula: '2', valid_from: '2026-12' });
  expect((await state()).last_run.is_same, 'a version of a later month').toBe(true);
  await call('POST', 'formula-results', { scale_code: 'D', result_design_formula: '2' });
  expect((await state()).last_run.is_same).toBe(false);
});
