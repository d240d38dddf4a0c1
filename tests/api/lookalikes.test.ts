import { beforeAll, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { id: 1, name: '青葉ホーム', code: 'KH-01' });
  await api.insert('work_categories', { id: 1, work_name: '木工図（1〜2階）' });
  await api.insert('directs', { ...JOB, id: 1, user_id: api.people.writer.id, chekkusha_id: api.people.checked.id });
});

const JOB = { name: 'ZT-2611-001', bukkenmei: '大楠木材 1～3階 ⻑谷川邸', customer_id: 1, work_category_id: 1, henkyaku_hi: '2026-11-05' };
const NAMES = ['ZT‐2611‐001', 'ZT‑2611–001', 'ZT−2611−001', 'ZT－2611ー001', 'zt-2611-001'];
const BUILDING = '大楠木材 1〜3階 長谷川邸';

const listNames = async (filter: string) =>
  (await api.call('GET', `directs?${filter}`, { as: api.people.writer })).body.data.map(({ name }: { name: string }) => name);

test('a job whose texts read like those of another is a duplicate', async () => {
  const heads = ['name', 'bukkenmei', 'customer_id', 'work_category_id', 'user_id', 'chekkusha_id', 'henkyaku_hi'];
  const figures = ['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan'];
  const rest = ['ＫＨ−01', '木工図(1~2階)', 'writer', 'checked', '2026/11/05', 10, 1, 1, 60, 10];
  const rows = NAMES.map((name) => [name, BUILDING, ...rest]);
  const result = await importRows(api, 'directs', [[...heads, ...figures], ...rows], { fields: { dry_run: '1' } });
  expect(result, JSON.stringify(result.errors)).toMatchObject({ inserted: 0, failed: NAMES.length });
  for (const { message } of result.errors) expect(message).toMatch(/Trùng với/);
});

test('is found by the search and by the filters of a list, and is the one that a file adjusts', async () => {
  for (const name of NAMES)
    for (const parameter of ['text__~', 'name__~', 'name', 'find'])
      expect(await listNames(`${parameter}=${encodeURIComponent(name)}`), `${parameter} ${name}`).toEqual(['ZT-2611-001']);
  expect(await listNames(`text__~=${encodeURIComponent('1〜3階 長谷')}`)).toEqual(['ZT-2611-001']);
  const heads = ['name', 'bukkenmei', 'customer_id', 'user_id', 'henkyaku_hi', 'result_design_point'];
  const row = [NAMES[0], BUILDING, '青葉ホーム', 'writer', '2026/11/05', 1.5];
  expect(await importRows(api, 'directs_techousei', [heads, row])).toMatchObject({ updated: 1, failed: 0 });
});

test('is the same building to the checklist', async () => {
  const id = await api.insert('directs', { ...JOB, name: 'ZT-2', bukkenmei: BUILDING, user_id: api.people.writer.id });
  const { body } = await api.call('GET', 'month-checklist/findings?year=2026&month=11&key=double_building', { as: api.people.admin });
  expect(body.data, JSON.stringify(body)).toMatchObject([{ link: `/directs?ids=1,${id}` }]);
  await api.client.execute(`DELETE FROM directs WHERE id = ${id}`);
});

test('forms of a former version are made again at the start; records stay as they are, in locked months too', async () => {
  const typed = { name: 'Đ−7', bukkenmei: 'ヴィラー・1〜2' };
  await api.insert('directs', { ...typed, id: 7, henkyaku_hi: '2026-09-03', external_id: '900‐7' });
  await api.insert('directs', { name: 'x', id: 8, henkyaku_hi: '2026-09-03', external_id: '900-7', external_id_key: null });
  await api.insert('customers', { id: 7, name: 'K', code: 'K-7' });
  await api.insert('customers', { id: 8, name: 'K', code: 'K–7', code_key: 'k–7', code_fold: 'k–7' });
  await api.client.batch([
    `UPDATE directs SET name_fold = lower(name), name_sort = lower(name), bukkenmei_fold = bukkenmei, external_id_key = external_id WHERE id = 7`,
    "INSERT INTO month_locks (month, status, at) VALUES ('2026-09', 1, '2026-10-01 00:00:00')",
    'CREATE TABLE text_forms_to_make (asked INTEGER NOT NULL) STRICT',
  ]);
  const before = (await api.client.execute('SELECT * FROM history ORDER BY id')).rows.length;
  await migrate(api.client);
  const { rows } = await api.client.execute(
    'SELECT name, bukkenmei, version, external_id_key AS key FROM directs WHERE id IN (7, 8) ORDER BY id',
  );
  expect(rows.map((row) => ({ ...row }))).toMatchObject([{ ...typed, version: 1, key: '900-7' }, { key: null }]);
  expect(
    (await api.client.execute('SELECT code_key AS key, code_fold FROM customers WHERE id > 6 ORDER BY id')).rows.map((row) => ({ ...row })),
  ).toEqual(
    [{ key: 'k-7', code_fold: 'k-7' }, { key: null, code_fold: 'k-7' }], // biome-ignore format: a table
  );
  expect(await listNames(`text__~=${encodeURIComponent('đ-7')}`)).toEqual([typed.name]);
  expect(await listNames(`name=${encodeURIComponent('Đ–7')}`)).toEqual([typed.name]);
  expect((await api.client.execute('SELECT * FROM history ORDER BY id')).rows.length - before, 'no row of the history').toBe(0);
  const edit = await api.call('PUT', 'directs/7', { as: api.people.admin, body: { label: 'x' } });
  expect(edit.status, 'the guard of the locked month is back').toBe(423);
});
