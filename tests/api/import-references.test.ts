import { afterEach, beforeEach, expect, test } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { fillReferences } from '../support/samples.ts';

/** Lists that everything else points to, brought by file: by the code or name that each row is known by. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
});
afterEach(() => api.close());

const rowsOf = async (sql: string) => (await api.client.execute(sql)).rows.map((row) => ({ ...row }));
const send = (entity: string, rows: unknown[][], as: Person = api.people.admin) => importRows(api, entity, rows, { as });

test('customers come with their categories, and one of the source is completed, not made twice', async () => {
  for (const name of ['積水ハウス', 'Song Sinh', 'Song Sinh']) await api.insert('customers', { name, is_updated: 1 });
  await api.insert('work_categories', { work_name: 'Cột, dầm' });
  const done = await send('customers', [
    ['Mã khách hàng', 'Tên khách hàng', 'Hạng mục công việc', 'Địa chỉ'],
    ['SEK', '積水ハウス', '図面 1, 図面 3', null],
    ['DAI', '大和', '図面 2, Cột, dầm', 'Osaka'],
    ['goc1', 'Khách gốc 1', null, 'Hà Nội'],
    ['X1', 'Không', '図面 99', null],
    ['SS', 'Song Sinh', '図面 1', null],
  ]);
  expect(done).toMatchObject({ inserted: 1, updated: 2, failed: 2 });
  expect(done.errors).toMatchObject([
    { row: 5, column: 'Hạng mục công việc', message: expect.stringContaining('«図面 99»') },
    { row: 6, message: expect.stringMatching(/^Có nhiều bản ghi khớp với dòng này; hãy ghi mã số/) },
  ]);
  expect(await rowsOf("SELECT code, work_category, is_updated FROM customers WHERE name = '積水ハウス'")).toEqual([
    { code: 'SEK', work_category: '[1,3]', is_updated: 0 },
  ]);
  expect(await rowsOf("SELECT code, address, work_category FROM customers WHERE name = 'Khách gốc 1'")).toEqual([
    { code: 'GOC1', address: 'Hà Nội', work_category: '[1,2]' },
  ]);
  expect(
    await rowsOf(`SELECT json_array_length(work_category) AS count, (SELECT MAX(id) FROM work_categories) IN (SELECT value FROM json_each(work_category))
      AS has_last FROM customers WHERE code = 'DAI'`),
    'a category with a comma in its name',
  ).toEqual([{ count: 2, has_last: 1 }]);
});

test('a list that is one name or two is refused with both ways to write it, unless the record holds either', async () => {
  for (const work_name of ['Dầm', 'Cột', 'Dầm, Cột']) await api.insert('work_categories', { work_name });
  const header = ['Mã khách hàng', 'Tên khách hàng', 'Hạng mục công việc'];
  const refused = await send('customers', [header, ['HAI', 'Hai', 'Dầm, Cột']]);
  expect(refused).toMatchObject({ inserted: 0, failed: 1, errors: [{ message: expect.stringContaining('«Dầm; Cột;» / «Dầm, Cột;»') }] });
  const clear = [header, ['HAI', 'Hai', 'Dầm; Cột;'], ['MOT', 'Một', 'Dầm, Cột;']];
  expect(await send('customers', clear)).toMatchObject({ inserted: 2, failed: 0 });
  const exported = [header, ['HAI', 'Hai', 'Dầm, Cột'], ['MOT', 'Một', 'Dầm, Cột']];
  expect(await send('customers', exported)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2, failed: 0 });
  expect(await rowsOf("SELECT json_array_length(work_category) AS n FROM customers WHERE code IN ('HAI', 'MOT') ORDER BY code")).toEqual([
    { n: 2 },
    { n: 1 },
  ]);
});

test('people come without a password and wait for an Admin; only Admins bring them', async () => {
  const header = ['Tên đăng nhập', 'Họ tên', 'Email', 'Mã nhân viên', 'Khu vực', 'Chức vụ', 'Công ty', 'Phòng ban', 'Nhóm', 'Vai trò'];
  const [[place]] = [
    await rowsOf(`SELECT p.name AS position, c.name AS company, d.name AS department, g.group_name AS "group"
    FROM positions p, companies c, departments d JOIN department_groups g ON g.dept_id = d.id LIMIT 1`),
  ];
  const person = (name: string, email = `${name}@tensu.test`) => [
    ...[name, `Người ${name}`, email, `NV-${name}`, 'HN', place!.position, place!.company, place!.department, place!.group, 'Viewer'],
  ];
  expect((await api.call('POST', 'users/import', { as: api.people.writer, body: new FormData() })).status).toBe(403);
  const done = await send('users', [header, person('mot'), person('hai'), person('ba', 'hai@tensu.test')]);
  expect(done).toMatchObject({ inserted: 2, failed: 1, errors: [{ row: 4, message: 'Trùng với dòng 3 của tệp: cùng Email' }] });
  expect(await rowsOf("SELECT username, code, active, password FROM users WHERE username IN ('mot', 'hai') ORDER BY id")).toEqual([
    { username: 'mot', code: 'mot', active: 0, password: null },
    { username: 'hai', code: 'hai', active: 0, password: null },
  ]);
  const taken = await send('users', [
    ['Tên đăng nhập', 'Email'],
    ['mot', 'hai@tensu.test'],
  ]);
  expect(taken).toMatchObject({ failed: 1, errors: [{ message: 'Email này đã có ở một bản ghi khác' }] });
});

test('rules are checked as their forms check them', async () => {
  const done = await send('formula-results', [
    ['scale_code', 'result_design_formula', 'result_check_formula'],
    ['R1', 'standard_design_point * 2', 'standard_check_point'],
    ['R2', 'standard_design_point *', 'standard_check_point'],
  ]);
  expect(done).toMatchObject({ inserted: 1, failed: 1 });
  expect(done.errors[0]).toMatchObject({ row: 3, column: 'result_design_formula' });
  const again = await send('formula-results', [
    ['scale_code', 'result_design_formula'],
    ['r1', 'standard_design_point * 3'],
  ]);
  expect(again).toMatchObject({ inserted: 0, updated: 1 });
  expect(await rowsOf('SELECT result_design_formula AS f FROM formula_results')).toEqual([{ f: 'standard_design_point * 3' }]);
});

test('standards name their customer and category, and are known by both', async () => {
  const header = ['Khách hàng', 'Hạng mục công việc', 'standard_design_point', 'standard_check_point', 'Mã quy mô'];
  expect(
    await send('standards', [header, ['GOC1', '図面 1', 1.5, 0.5, 'S'], ['GOC1', '図面 1', 2, 1, 'S'], ['ZZZ', '図面 1', 1, 1, 'S']]),
  ).toMatchObject({
    inserted: 1,
    failed: 2,
  });
  expect(await send('standards', [header, ['GOC1', '図面 1', 2.5, null, null]])).toMatchObject({ updated: 1, inserted: 0 });
  expect(await rowsOf('SELECT standard_design_point AS d, standard_check_point AS c FROM standards')).toEqual([{ d: 2.5, c: 0.5 }]);
});

test('a department is changed by file only by who sees it', async () => {
  const [other] = await rowsOf(
    "SELECT id, code FROM departments WHERE id <> (SELECT department_id FROM users WHERE username = 'writer') LIMIT 1",
  );
  const rows = [
    ['Mã phòng ban', 'Tên phòng ban'],
    [other!.code, 'Tên mới'],
  ];
  const refused = await send('departments', rows, api.people.writer);
  expect(refused).toMatchObject({ failed: 1, updated: 0 });
  expect(await send('departments', rows)).toMatchObject({ failed: 0, updated: 1 });
});
