import { afterEach, beforeEach, expect, test } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { importRows, workOnImport } from '../support/imports.ts';

/** Names in a file that no record has: listed once each, and made with the file where the person may. */

const HEADINGS = ['Khách hàng', 'Hạng mục công việc', 'Mã quy mô', 'Điểm thiết kế định mức', 'Điểm kiểm tra định mức'];
const row = (customer: string, category: string, points: unknown = 1) => [customer, category, 'S1', points, 0.5];

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await api.insert('work_categories', { work_name: '構造図' });
  await api.insert('customers', { name: 'Hòa Bình', code: 'HB' });
});
afterEach(() => api.close());

const count = async (table: string) => Number((await api.client.execute(`SELECT COUNT(*) AS n FROM ${table}`)).rows[0]!.n);

const customers = async () => (await api.client.execute('SELECT name FROM customers ORDER BY id')).rows.map(({ name }) => name);

async function importStandards(
  rows: unknown[][],
  fields: Record<string, string> = {},
  as: Person = api.people.writer,
  mode = 'all_or_nothing',
) {
  const first = await importRows(api, 'standards', [HEADINGS, ...rows], { as, mode, fields });
  if (first.finished_at) return first;
  // The names are made by one message, and the file is read anew by the next.
  await workOnImport(api.deps, { import_id: first.id });
  return (await api.call('GET', `imports/${first.id}`, { as })).body;
}

const ROWS = [row('積水ハウス', '構造図'), row('積水ハウス', '申請図'), row('大和', '構造図')];
const MISSING = [
  { entity: 'customers', name: '積水ハウス', rows: 2, creatable: true },
  { entity: 'work-categories', name: '申請図', rows: 1, creatable: true },
  { entity: 'customers', name: '大和', rows: 1, creatable: true },
];

test('are listed once each by a preview and by an import that is refused, and nothing is made', async () => {
  const preview = await importStandards(ROWS, { dry_run: '1', create_missing: '1' });
  expect({ status: preview.status, missing: preview.missing }).toEqual({ status: 'done', missing: MISSING });
  const refused = await importStandards(ROWS);
  expect(refused.status).toBe('failed');
  expect(refused.failed).toBe(3);
  expect(refused.missing).toEqual(MISSING);
  expect(await count('customers')).toBe(1);
  expect(await count('standards')).toBe(0);
});

test('are made with the file, and taken back by the undo of the import', async () => {
  const done = await importStandards(ROWS, { create_missing: '1' });
  expect(done).toMatchObject({ status: 'done', inserted: 3, failed: 0, missing: [] });
  const { rows } = await api.client.execute("SELECT name, is_updated FROM customers WHERE name <> 'Hòa Bình' ORDER BY id");
  expect(rows.map(({ name, is_updated }) => [name, is_updated])).toEqual([
    ['積水ハウス', 1],
    ['大和', 1],
  ]);
  const [operation] = (await api.call('GET', `operations?request_id=import-${done.id}`, { as: api.people.writer })).body.data;
  expect({ entity: operation.entity, created: operation.counts.created }).toEqual({ entity: 'standards', created: 6 });
  const undone = await api.call('POST', `operations/${operation.id}/undo`, { as: api.people.writer });
  expect(undone.body).toMatchObject({ reversed: 6, kept: [] });
  expect(await count('customers')).toBe(1);
  expect(await count('work_categories')).toBe(1);
  expect(await count('standards')).toBe(0);
});

test('are not made where another cell is wrong and all or nothing was asked for; the good rows of the other mode are', async () => {
  const rows = [...ROWS, row('HB', '構造図', 'hai')];
  const refused = await importStandards(rows, { create_missing: '1' });
  expect(refused.status).toBe('failed');
  expect(await count('customers')).toBe(1);
  const partly = await importStandards(rows, { create_missing: '1' }, api.people.writer, 'valid_rows');
  expect(partly).toMatchObject({ status: 'done', inserted: 3, failed: 1 });
});

test('are made for the rows that nothing else is wrong with only', async () => {
  const headers = ['Khách hàng', 'Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
  const mistake = (customer: string, person: string, point: unknown = 1, day = '2026/11/03') => [
    customer,
    person,
    day,
    'Sai',
    point,
    'Nội bộ',
  ];
  const rows = [mistake('大和', 'Trần Lạ'), mistake('住友', 'writer', 'hai'), mistake('積水', 'writer'), mistake('大和', 'writer', 'ba')];
  const preview = await importRows(api, 'mistakes', [headers, ...rows], { fields: { dry_run: '1' } });
  const creatable = preview.missing.map(({ name, creatable: may }: Record<string, unknown>) => [name, may]);
  expect(creatable).toEqual([['大和', false], ['Trần Lạ', false], ['住友', false], ['積水', true]]); // biome-ignore format: a table
  const first = await importRows(api, 'mistakes', [headers, ...rows], { fields: { create_missing: '1' } });
  await workOnImport(api.deps, { import_id: first.id });
  const done = (await api.call('GET', `imports/${first.id}`, { as: api.people.writer })).body;
  expect(done).toMatchObject({ status: 'done', inserted: 1, failed: 3 });
  expect(await customers()).toEqual(['Hòa Bình', '積水']);
});

test('do not stay where the rows that needed them are refused after all', async () => {
  await api.client.execute("INSERT INTO month_locks (month, status, at) VALUES ('2026-10', 1, '2026-11-01 09:00:00')");
  const headers = ['Khách hàng', 'Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
  const mistake = (customer: string, day: string) => [customer, 'writer', day, 'Sai', 1, 'Nội bộ'];
  const importAll = async (...rows: unknown[][]) => {
    const { id } = await importRows(api, 'mistakes', [headers, ...rows], { fields: { create_missing: '1' } });
    for (let message = 0; message < 3; message++) await workOnImport(api.deps, { import_id: id });
    return (await api.call('GET', `imports/${id}`, { as: api.people.writer })).body;
  };
  const partly = await importAll(mistake('積水', '2026/11/03'), mistake('大和', '2026/10/03'));
  expect(partly).toMatchObject({ status: 'done', inserted: 1, failed: 1 });
  expect(await customers(), 'the one of the row that was written').toEqual(['Hòa Bình', '積水']);
  await api.client.execute('DELETE FROM mistakes');
  expect((await api.call('POST', `imports/${partly.id}/cancel`, { as: api.people.writer })).status).toBe(409);
  expect(await customers(), 'one that has ended takes nothing out any more').toEqual(['Hòa Bình', '積水']);
  const none = await importAll(mistake('住友', '2026/10/04'));
  expect(none).toMatchObject({ status: 'failed', inserted: 0, failed: 1 });
  expect(await customers()).toEqual(['Hòa Bình', '積水']);
});

test('of a list of people are made too: positions, companies, departments, and groups in the department of their row', async () => {
  await api.insert('roles', { name: 'Thợ vẽ' });
  await api.insert('departments', { name: 'Kết cấu', code: 'KC', name_key: 'ket cau' });
  const headings = [
    'username',
    'name',
    'email',
    'employee_code',
    'area',
    'dept_grp_id',
    'department_id',
    'position_id',
    'company_id',
    'role_ids',
  ];
  const person = (n: number, group: string, department: string) => [
    ...[`moi${n}`, `Người ${n}`, `moi${n}@x.vn`, `M${n}`, 'HN', group, department, 'Kỹ sư', 'Sao Mai', 'Thợ vẽ'],
  ];
  const rows = [headings, person(1, 'Nhóm A', 'Thiết kế'), person(2, 'Nhóm A', 'Kết cấu'), person(3, 'Nhóm A', 'Thiết kế')];
  const countPlaces = async () => ({ departments: await count('departments'), groups: await count('department_groups') });
  const before = await countPlaces();
  const as = api.people.admin;
  const preview = await importRows(api, 'users', rows, { as, fields: { dry_run: '1' } });
  expect(preview.missing).toEqual(
    expect.arrayContaining([
      { entity: 'department_groups', name: 'Nhóm A', parent: 'Thiết kế', rows: 2, creatable: true },
      { entity: 'department_groups', name: 'Nhóm A', parent: 'Kết cấu', rows: 1, creatable: true },
      { entity: 'departments', name: 'Thiết kế', rows: 2, creatable: true },
      { entity: 'positions', name: 'Kỹ sư', rows: 3, creatable: true },
      { entity: 'companies', name: 'Sao Mai', rows: 3, creatable: true },
    ]),
  );
  expect(preview.missing).toHaveLength(5);
  const { id } = await importRows(api, 'users', rows, { as, mode: 'all_or_nothing', fields: { create_missing: '1' } });
  await workOnImport(api.deps, { import_id: id });
  const done = (await api.call('GET', `imports/${id}`, { as })).body;
  expect(done, JSON.stringify(done.errors)).toMatchObject({ status: 'done', inserted: 3, failed: 0 });
  const { rows: placed } = await api.client.execute(
    `SELECT g.group_name || ' ' || d.name || ' ' || d.code AS place FROM users u JOIN department_groups g ON g.id = u.dept_grp_id
      JOIN departments d ON d.id = g.dept_id AND d.id = u.department_id WHERE u.username LIKE 'moi%' ORDER BY u.id`,
  );
  expect(placed.map(({ place }) => place)).toEqual(['Nhóm A Thiết kế Thiết kế', 'Nhóm A Kết cấu KC', 'Nhóm A Thiết kế Thiết kế']);
  const [operation] = (await api.call('GET', `operations?request_id=import-${id}`, { as })).body.data;
  expect((await api.call('POST', `operations/${operation.id}/undo`, { as })).body).toMatchObject({ kept: [] });
  expect(await countPlaces()).toEqual(before);
});

test('of groups are not made where their row names no department', async () => {
  const rows = [['username', 'dept_grp_id'], ['writer', 'Nhóm A']]; // biome-ignore format: a table
  const preview = await importRows(api, 'users', rows, { as: api.people.admin, fields: { dry_run: '1' } });
  expect(preview.missing).toEqual([{ entity: 'department_groups', name: 'Nhóm A', rows: 1, creatable: false }]);
});

test('that differ from a known one by an accent only, and people, are never made', async () => {
  const similar = await importStandards([row('Hoà Binh', '構造図')], { create_missing: '1' });
  expect({ status: similar.status, missing: similar.missing }).toEqual({ status: 'failed', missing: [] });
  const headers = ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
  const mistakes = await importRows(api, 'mistakes', [headers, ['Trần Lạ', '2026/11/03', 'Sai', 1, 'Nội bộ']], {
    fields: { create_missing: '1' },
  });
  expect(mistakes.missing).toEqual([{ entity: 'users', name: 'Trần Lạ', rows: 1, creatable: false }]);
});

test('are named with what they may have been cut off from, and can still be made', async () => {
  await api.insert('work_categories', { work_name: '基礎伏図' });
  const refused = await importStandards([row('Hòa Bình', '基礎伏')]);
  expect(refused.errors[0].message).toContain('không có «基礎伏»; có phải «基礎伏図»?');
  expect(refused.missing).toEqual([{ entity: 'work-categories', name: '基礎伏', rows: 1, creatable: true }]);
});

test('are made as they would be typed: composed letters, and none that nobody sees', async () => {
  const done = await importStandards([row('Hòa Bình', ' Cột\u200b '.normalize('NFD'))], { create_missing: '1' });
  expect({ status: done.status, inserted: done.inserted }).toEqual({ status: 'done', inserted: 1 });
  const { rows } = await api.client.execute('SELECT work_name FROM work_categories ORDER BY id DESC LIMIT 1');
  expect(rows[0]!.work_name).toBe('Cột');
});
