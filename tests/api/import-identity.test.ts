import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fold } from '../../worker/platform/text/fold.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf } from '../support/workbooks.ts';

/** A file names people, customers and jobs by letters: nothing is written on another, and nothing twice. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  await person('an', 'Lê An', { employee_code: '123', code: 'D77' });
});
afterEach(() => api.close());

const person = (username: string, name: string, more: Record<string, string> = {}) =>
  api.insert('users', { username, username_fold: username, name, name_fold: fold(name), department_id: 1, dept_grp_id: 1, ...more });
const rowsOf = async (sql: string) => (await api.client.execute(sql)).rows.map((row) => ({ ...row }));

const importRecords = (entity: string, headers: readonly string[], rows: readonly (readonly unknown[])[]) =>
  importRows(api, entity, [headers, ...rows]);

const MISTAKE = ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
const mistake = (who: unknown, day: unknown = '2026/11/03', what: unknown = 'Sai số') => [who, day, what, 1, 'Nội bộ'];
const JOB = [
  ...['external_id', 'name', 'bukkenmei', 'user_id', 'chekkusha_id', 'customer_id', 'work_category_id', 'henkyaku_hi'],
  ...['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan'],
];
const job = (source: unknown, name: unknown, building: unknown = '家') => [
  ...[source, name, building, 'an', 'an', 'GOC1', '図面 1', '2026/11/03', 30, 1, 1, 60, 10],
];

describe('a person', () => {
  test('is found by a code letter for letter: one that only means the same number is nobody', async () => {
    const spellings = ['0123', '00123', '123.0', '123,0', '¹²³', '１２３'];
    const done = await importRecords('mistakes', MISTAKE, [
      ...spellings.map((who, n) => mistake(who, `2026/11/0${n + 1}`)),
      mistake(123, '2026/11/20'),
    ]);
    // Width does not count, and a number typed as such is its digits.
    expect(done).toMatchObject({ inserted: 2, failed: 5 });
    expect(done.errors.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6]);
    expect(await rowsOf('SELECT rate_at FROM mistakes ORDER BY id')).toEqual([{ rate_at: '2026-11-06' }, { rate_at: '2026-11-20' }]);
  });

  test('is found although the file writes Ð for Đ or has characters that nobody sees', async () => {
    await person('hieu', 'Đỗ Trung Hiếu');
    const names = ['\u00d0ỗ Trung Hiếu', 'Đỗ\u00a0Trung\u200b Hiếu', 'Đỗ Trung Hiếu'.normalize('NFD')];
    const done = await importRecords(
      'mistakes',
      MISTAKE,
      names.map((who, n) => mistake(who, `2026/11/0${n + 1}`)),
    );
    expect(done).toMatchObject({ inserted: 3, failed: 0 });
  });

  test('whose factor is a number is rated by any writing of that number', async () => {
    await api.insert('pro_point', { point: 1.2, desc: 'A' });
    const rows = ['1,2', '1.20', 1.2].map((factor, n) => ['an', factor, `2026/11/0${n + 1}`]);
    expect(await importRecords('pro', ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá'], rows)).toMatchObject({ inserted: 3, failed: 0 });
  });
});

describe('one job', () => {
  test('goes in once, however its cells write the same letters', async () => {
    const names = ['Nhà Đức', 'Nhà Đức'.normalize('NFD'), 'Nhà\u00a0Đức', 'Nhà  Đức', 'Nhà\u200b Đức', 'ＮＨà đỨc', 'Nhà \u00d0ức'];
    const done = await importRecords(
      'directs',
      JOB,
      names.map((building) => job(null, 'J-1', building)),
    );
    expect(done).toMatchObject({ inserted: 1, failed: 6 });
    expect(await rowsOf('SELECT bukkenmei FROM directs')).toEqual([{ bukkenmei: 'Nhà Đức' }]);
  });

  test('goes in once with its code as a number and as a text', async () => {
    expect(await importRecords('directs', JOB, [job(null, 1050), job(null, '1050')])).toMatchObject({ inserted: 1, failed: 1 });
    expect(await rowsOf('SELECT typeof(name) AS kind, name FROM directs')).toEqual([{ kind: 'text', name: '1050' }]);
  });

  test('that lacks a part of what names it is told that, and not to be the same as another', async () => {
    const rows = [job(null, 'J-1', ''), job(null, 'J-1', '')];
    const { errors } = await importRecords('directs', JOB, rows);
    expect(errors.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
      [2, 'Tên công trình không được để trống'],
      [3, 'Tên công trình không được để trống'],
    ]);
  });

  test('is found by its source id typed as a number', async () => {
    await importRecords('directs', JOB, [job('77001', 'J-1')]);
    const done = await importRecords('directs', ['external_id', 'Ghi chú'], [[77001, 'mới']]);
    expect(done).toMatchObject({ updated: 1, failed: 0 });
    const adjusted = await importRecords('directs_techousei', ['external_id', 'Điểm thiết kế'], [[77001, 9]]);
    expect(adjusted).toMatchObject({ updated: 1, failed: 0 });
  });

  test('is refused where Excel did not keep its digits', async () => {
    const done = await importRecords('directs', JOB, [job(123e16, 'J-1'), job('1234567890123456789', 'J-2'), job(null, 1e21)]);
    expect(done).toMatchObject({ inserted: 1, failed: 2 });
    expect(done.errors[0]).toMatchObject({ row: 2, column: 'external_id', message: expect.stringContaining('Văn bản') });
    expect(await rowsOf('SELECT external_id FROM directs')).toEqual([{ external_id: '1234567890123456789' }]);
  });
});

describe('a date', () => {
  test('that is left blank, or has no column, is missing: today belongs to the form', async () => {
    const blank = await importRecords('mistakes', MISTAKE, [mistake('an', null), mistake('an')]);
    expect(blank).toMatchObject({ inserted: 1, failed: 1 });
    expect(blank.errors[0]).toMatchObject({ row: 2, column: 'Ngày ghi nhận', message: 'Ngày ghi nhận không được để trống' });
    const headers = MISTAKE.filter((header) => header !== 'Ngày ghi nhận');
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await workbookOf([headers, ['an', 'Sai số', 1, 'Nội bộ']]))]), 'a.xlsx');
    const without = await api.call('POST', 'mistakes/import', { as: api.people.writer, body: form });
    expect(without).toMatchObject({ status: 422, body: { code: 'headings_unknown', missing: ['rate_at'] } });
  });

  test('stays on its day until the last instant of it', async () => {
    // 31 October 2026, 23:59:59.6.
    const done = await importRecords('mistakes', MISTAKE, [mistake('an', 46_326 + 86_399.6 / 86_400)]);
    expect(done).toMatchObject({ inserted: 1 });
    expect(await rowsOf('SELECT rate_at FROM mistakes')).toEqual([{ rate_at: '2026-10-31' }]);
  });

  test('of a year that is far from today is asked about, not taken silently', async () => {
    const days = ['2206-11-03', '2062-11-03', '1999-11-03', '2017-11-03', '2028-11-03'];
    const done = await importRows(api, 'mistakes', [MISTAKE, ...days.map((day) => mistake('an', day))]);
    expect(done).toMatchObject({ inserted: 2, failed: 3 });
    expect(done.errors[0]).toMatchObject({ row: 2, column: 'Ngày ghi nhận', message: expect.stringContaining('năm 2206 có đúng không?') });
  });
});

describe('the file of an undone import', () => {
  test('is imported again, and what somebody edited since stays and is not made twice', async () => {
    const rows = [1, 2, 3].map((n) => job(`s${n}`, `HT-${n}`));
    expect(await importRecords('directs', JOB, rows)).toMatchObject({ inserted: 3 });
    const as = api.people.writer;
    const { data } = (await api.call('GET', 'directs?name__~=HT-&order_by=name', { as })).body;
    await api.call('PUT', `directs/${data[0].id}`, { as, body: { bikou: 'sửa sau' } });
    const [operation] = (await api.call('GET', 'operations?source=import&limit=1', { as })).body.data;
    // A Writer may delete no job; an Admin may undo for everybody.
    const undone = (await api.call('POST', `operations/${operation.id}/undo`, { as: api.people.admin })).body;
    expect(undone).toMatchObject({ reversed: 2, kept: [{ id: data[0].id, reason: 'changed_since' }] });
    expect(await importRecords('directs', JOB, rows)).toMatchObject({ inserted: 2, failed: 0 });
    expect((await api.call('GET', 'directs?name__~=HT-', { as })).body.total).toBe(3);
  });
});

describe('a group', () => {
  test('whose name another department has, too, is that of the department of its row, or of its person', async () => {
    await api.insert('departments', { id: 50, name: 'Bộ phận khác', code: 'KHAC' });
    const ids = [
      await api.insert('department_groups', { group_name: 'Nhóm chung', dept_id: 1 }),
      await api.insert('department_groups', { group_name: 'Nhóm chung', dept_id: 50 }),
    ];
    const headers = [...JOB, 'dept_id', 'dept_grp_id'];
    const rows = [
      [...job('a', 'J1'), 'KHAC', 'Nhóm chung'],
      [...job('b', 'J2'), null, 'Nhóm chung'],
      [...job('c', 'J3'), 'khác nữa', 'Nhóm chung'],
    ];
    const done = await importRecords('directs', headers, rows);
    expect(done).toMatchObject({ inserted: 2, failed: 1, errors: [{ row: 4, column: 'dept_id' }] });
    expect(await rowsOf('SELECT name, dept_id, dept_grp_id FROM directs ORDER BY name')).toEqual([
      { name: 'J1', dept_id: 50, dept_grp_id: ids[1] },
      { name: 'J2', dept_id: 1, dept_grp_id: ids[0] },
    ]);
  });
});
