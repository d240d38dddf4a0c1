import { beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';

let api: TestApi;
const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
const KEPT = [expect.stringMatching(/^Các tháng đã khóa vẫn giữ giá trị cũ: .*09/)];

/** A job of September, which is locked. */
beforeAll(async () => {
  api = await openApi();
  const work_category_id = await api.insert('work_categories', { work_name: '基礎伏図' });
  const customer_id = await api.insert('customers', { name: 'Khách', code: 'KH1' });
  await api.insert('directs', { name: 'D1', customer_id, work_category_id, henkyaku_hi: '2026-09-10', tsubosuu: 30 });
  expect((await call('POST', 'lock_and_unlock', { year: 2026, month: 9, status: 1, reason: 'x' })).status).toBe(200);
});

const standard = { customer_id: 1, work_category_id: 1, scale_code: 'A', standard_design_point: 2, standard_check_point: 1 };

it('each way of writing a rule says which locked months keep the former value', async () => {
  const created = await call('POST', 'standards', { ...standard, valid_from: '2026-08' });
  expect(created.body.warnings, 'create').toEqual(KEPT);
  const { id } = created.body.data;
  const updated = await call('PUT', `standards/${id}`, { standard_design_point: 3 });
  expect(updated.body.warnings, 'update').toEqual(KEPT);
  const edited = await call('POST', 'standards/bulk', { ids: [id], values: { standard_design_point: 4 } });
  expect(edited.body.warnings, 'bulk').toEqual(KEPT);
  const undone = await call('POST', `operations/${edited.body.operation_id}/undo`);
  expect(undone.body.warnings, 'undo').toEqual(KEPT);
  const version = await call('POST', 'standards/versions', { valid_from: '2026-09', copy_of: id });
  expect(version.body.warnings, 'version').toEqual(KEPT);
  expect((await call('DELETE', `standards/${version.body.data[0].id}`)).body.warnings, 'delete').toEqual(KEPT);
  for (const table of ['tsubos', 'formula-base-points'] as const) {
    const code = table === 'tsubos' ? { scale_factor_code: 'a', scale_factor: 1 } : { scale_code: 'A', base_point1: '1' };
    const made = await call('POST', table, code);
    expect(made.body.warnings, table).toEqual(KEPT);
    expect((await call('POST', `${table}/deleteByIds`, { ids: [made.body.data.id] })).body.warnings, `${table} deleted`).toHaveLength(1);
  }
});

it('says nothing of months that the rule does not touch, nor of a remark', async () => {
  const { body } = await call('POST', 'standards', { ...standard, valid_from: '2026-10' });
  expect(body.warnings).toBeUndefined();
  const [first] = (await call('GET', 'standards?as_of=2026-09&limit=1')).body.data;
  expect((await call('PUT', `standards/${first.id}`, { rank: 'B' })).body.warnings).toBeUndefined();
});

it('an import and its preview say it, and so does a promotion', async () => {
  const rows = [
    ['customer_id', 'work_category_id', 'scale_code', 'standard_design_point', 'standard_check_point', 'valid_from'],
    ['KH1', '基礎伏図', 'A', 7, 1, '2026-07'],
  ];
  for (const dry_run of ['1', '0']) {
    const { status, message } = await importRows(api, 'standards', rows as never, { as: api.people.admin, fields: { dry_run } });
    expect(status).toBe('done');
    expect(message ?? '', `dry run ${dry_run}`).not.toContain('đã khóa');
  }
  const again = rows.with(1, ['KH1', '基礎伏図', 'A', 7, 1, '2026-09']);
  for (const dry_run of ['1', '0']) {
    const { message } = await importRows(api, 'standards', again as never, { as: api.people.admin, fields: { dry_run } });
    expect(message, `dry run ${dry_run}`).toMatch(/tháng đã khóa vẫn giữ giá trị cũ: .*09/);
  }
  const { id } = (await call('POST', 'rule_scenarios', { name: 'Thử', valid_from: '2026-09' })).body.data;
  const [first] = (await call('GET', 'standards?as_of=2026-09&limit=1')).body.data;
  const headers = { 'x-scenario': String(id) };
  await api.call('PUT', `standards/${first.id}`, { as: api.people.admin, body: { standard_design_point: 8 }, headers });
  const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-09' });
  expect(promoted.body.warnings).toEqual(KEPT);
});
