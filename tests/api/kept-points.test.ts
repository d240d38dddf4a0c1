import { afterEach, beforeEach, expect, it } from 'vitest';
import { maintainSeals } from '../../worker/features/month-close/seals/maintain-seals.ts';
import { replayMonth } from '../../worker/features/month-close/seals/replay-month.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { calculateMonth } from '../support/calculate-month.ts';

let api: TestApi;
let ids: Record<'plain' | 'kept' | 'edited' | 'checked', number>;

beforeEach(async () => {
  api = await openApi();
  await api.insert('customers', { name: '山田建設' });
  for (const work_name of ['構造図', '伏図']) await api.insert('work_categories', { work_name });
  await api.insert('standards', {
    customer_id: 1,
    work_category_id: 1,
    standard_design_point: 2,
    standard_check_point: 0.5,
    scale_code: 'S1',
  });
  await api.insert('formula_results', {
    ...{ scale_code: 'S1', result_design_formula: 'standard_design_point * tsubosuu / 10', result_check_formula: 'standard_check_point' },
  });
  const direct = (name: string) =>
    api.insert('directs', {
      ...{ name, customer_id: 1, work_category_id: 1, user_id: api.people.writer.id, chekkusha_id: api.people.viewer.id, dept_id: 1 },
      ...{ henkyaku_hi: '2026-10-10', tsubosuu: 20 },
    });
  ids = { plain: await direct('A'), kept: await direct('B'), edited: await direct('C'), checked: await direct('D') };
});
afterEach(() => api.close());

const call = async (method: string, path: string, body?: object) => {
  const answer = await api.call(method, path, { as: api.people.admin, body });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

const calculate = async () => call('GET', `calculations/${await calculateMonth(api, '2026-10')}`);

/** B can no longer be calculated; C is edited after its calculation; D was checked before, with points. */
async function closeWithOldPoints() {
  await calculate();
  await call('POST', 'directs/checked', { id: ids.checked, is_checked: 1 });
  await call('PUT', `directs/${ids.kept}`, { work_category_id: 2 });
  const run = await calculate();
  await call('PUT', `directs/${ids.edited}`, { tsubosuu: 30 });
  return run;
}

it('points that stay without a result are counted by the run, listed with what they are, and said by the explanation', async () => {
  await api.insert('directs', { name: 'never had points', customer_id: 1, work_category_id: 2, henkyaku_hi: '2026-10-12', tsubosuu: 20 });
  const run = await closeWithOldPoints();
  expect(run).toMatchObject({
    status: 'done',
    total: 4,
    changed: 0,
    failed: 2,
    kept_points: 1,
    skipped_checked: 1,
    skipped_without_points: 0,
  });
  const issues = await call('GET', `calculations/${run.id}/issues`);
  expect(issues.data.find(({ direct_id }: { direct_id: number }) => direct_id === ids.kept)).toMatchObject({
    ...{ code: 'no_standard', kept_design_point: 4, kept_check_point: 0.5 },
  });
  expect(await call('GET', `directs/${ids.kept}/calculation`)).toMatchObject({ kept_points: true, stored: { result_design_point: 4 } });
  expect(await call('GET', `directs/${ids.plain}/calculation`)).toMatchObject({ kept_points: false });
});

it('a month closed with such points, and with points of former values, replays without a difference and says so', async () => {
  await closeWithOldPoints();
  await call('POST', 'lock_and_unlock', { year: 2026, month: 10, status: 1 });
  await maintainSeals(api.deps);
  const sources = { read: api.deps.db.read, files: api.deps.files };
  expect(await replayMonth(sources, 1)).toMatchObject({
    ...{ checked: 4, differences: 0, totals_different: [], problems: [], kept_points: 1, edited_points: 1 },
    kept: [
      { direct_id: ids.kept, reason: 'no_result' },
      { direct_id: ids.edited, reason: 'edited' },
    ],
  });
});

const itemOf = async (key: string) => {
  const { items } = await call('GET', 'month-checklist?year=2026&month=10');
  return items.find((item: { key: string }) => item.key === key);
};

it('the checklist names points without a result, points of former values, and checked jobs without any', async () => {
  await closeWithOldPoints();
  await api.client.execute(
    "INSERT INTO directs (name, henkyaku_hi, is_checked, created_at, updated_at) VALUES ('E', '2026-10-11', 1, '', '')",
  );
  expect(await itemOf('kept_points')).toMatchObject({ count: 1, rows: [{ label: 'B', figures: { points: 4.5 } }] });
  expect(await itemOf('edited_points')).toMatchObject({ count: 1, rows: [{ label: 'C', figures: { points: 4.5, points_now: 6.5 } }] });
  expect(await itemOf('checked_empty')).toMatchObject({ count: 1, rows: [{ label: 'E' }] });
  expect(await itemOf('old_points')).toMatchObject({ count: 0, rows: [] });
});

it('points older than the rules are those of jobs whose own result would change, one line for each rule, and none once it is undone', async () => {
  await calculate();
  for (const id of [ids.plain, ids.kept]) await call('POST', 'directs/checked', { id, is_checked: 1 });
  // Rules that no job of the month uses.
  await call('POST', 'standards', {
    customer_id: 1,
    work_category_id: 2,
    standard_design_point: 9,
    standard_check_point: 9,
    scale_code: 'S1',
  });
  await call('POST', 'formula-results', { scale_code: 'S9', result_design_formula: '1', result_check_formula: '1' });
  expect(await itemOf('old_points')).toMatchObject({ count: 0 });

  const standard = async (standard_design_point: number) => call('PUT', 'standards/1', { standard_design_point });
  await standard(3);
  expect(await itemOf('old_points')).toMatchObject({
    count: 1,
    rows: [
      {
        subject: 'rule:standards:1',
        label: '山田建設 · 構造図',
        figures: { jobs: 4, difference: 8 },
        link: `/directs?ids=${Object.values(ids)}`,
      },
    ],
  });
  const open = await call('GET', 'month-checklist?year=2026&month=10');
  const [{ subject, value }] = open.items.find(({ key }: { key: string }) => key === 'old_points').rows;
  await call('POST', 'month-checklist/seen', { year: 2026, month: 10, key: 'old_points', subject, value, note: 'tháng sau mới tính' });
  expect(await itemOf('old_points'), 'looked at').toMatchObject({ count: 0, rows: [{ seen: { note: 'tháng sau mới tính' } }] });
  await calculate();
  expect(await itemOf('old_points')).toMatchObject({
    rows: [{ seen: null, figures: { jobs: 2, difference: 4 }, link: `/directs?ids=${ids.plain},${ids.kept}` }],
  });
  await standard(2);
  await calculate();
  expect(await itemOf('old_points')).toMatchObject({ count: 0 });
  await standard(3);
  await call('POST', 'lock_and_unlock', { year: 2026, month: 10, status: 1 });
  expect(await itemOf('old_points'), 'of a locked month').toMatchObject({ count: 0 });
});

it('a job that an undo brings back with points older than the rules is listed with old points', async () => {
  await calculate();
  await call('DELETE', `directs/${ids.plain}`);
  const [deletion] = (await call('GET', 'operations?limit=1')).data;
  await call('PUT', 'standards/1', { standard_design_point: 5 });
  await calculate();
  const old = async () => {
    const { items } = await call('GET', 'month-checklist?year=2026&month=10');
    return items.find(({ key }: { key: string }) => key === 'old_points');
  };
  expect(await old()).toMatchObject({ count: 0 });
  await call('POST', `operations/${deletion.id}/undo`);
  expect(await call('GET', `directs/${ids.plain}`)).toMatchObject({ data: { result_design_point: 4 } });
  expect(await old()).toMatchObject({ count: 1 });
  await calculate();
  expect(await old()).toMatchObject({ count: 0 });
});
