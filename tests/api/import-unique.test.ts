import ExcelJS from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows, importWorkbook } from '../support/imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});

const rowsOf = async (sql: string) => (await api.client.execute(sql)).rows.map((row) => Object.values(row));

it('a contractor is found by the code, never by the name; without codes by the name', async () => {
  const heads = ['Tên nhà thầu', 'Mã nhà thầu', 'Ghi chú'];
  const send = (...rows: (string | null)[][]) => importRows(api, 'contractors', [heads, ...rows]);
  expect(await send(['Nhà thầu X', 'CX1', null], ['Nhà thầu Y', null, null])).toMatchObject({ inserted: 2 });
  expect(await send(['Nhà thầu X', 'CX2', null], ['Nhà thầu X', 'CX3', null])).toMatchObject({ inserted: 2, updated: 0, failed: 0 });
  expect(await send(['Nhà thầu X', 'cx‐2', 'khác mã'], ['Nhà thầu Z', 'CX2', 'đổi tên'])).toMatchObject({ inserted: 1, updated: 1 });
  expect(await send(['Nhà thầu Y', null, 'sửa'])).toMatchObject({ updated: 1 });
  expect(await rowsOf('SELECT name, code FROM contractors ORDER BY id')).toEqual([
    ['Nhà thầu X', 'CX1'], ['Nhà thầu Y', null], ['Nhà thầu Z', 'CX2'], ['Nhà thầu X', 'CX3'], ['Nhà thầu X', 'cx‐2'],
  ]); // biome-ignore format: a table
});

it('a factor is found by its point and its note', async () => {
  const send = (note: string) =>
    importRows(api, 'pro_point', [
      ['Hệ số pro', 'Ghi chú'],
      [1.1, note],
    ]);
  expect(await send('Một')).toMatchObject({ inserted: 1 });
  expect(await send('Hai')).toMatchObject({ inserted: 1, updated: 0 });
  expect(await send('Hai')).toMatchObject({ unchanged: 1 });
});

const PLACE = ['Nhân viên', 'Tensu', 'Phòng 1', 'Nhóm 1'];
it('a file of people without roles is told which column it lacks', async () => {
  const heads = ['Tên đăng nhập', 'Họ tên', 'Email', 'Mã nhân viên', 'Khu vực', 'Chức vụ', 'Công ty', 'Phòng ban', 'Nhóm'];
  const done = await importRows(api, 'users', [heads, ['moi', 'Người Mới', 'moi@x.vn', 'M1', 'HN', ...PLACE]], { as: api.people.admin });
  expect(done.errors.map(({ message }: { message: string }) => message)).toContain('Tệp thiếu các cột bắt buộc: Vai trò');
});

it('a date, a time or a power of ten in a column of text is refused; a percentage is the text that it shows', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('a');
  sheet.addRow(['Mã nhà thầu', 'Tên nhà thầu']);
  for (const [value, numFmt] of [
    [46_082, 'd-mmm'],
    [0.0625, 'h:mm'],
    [100_000, '0.00E+00'],
    [0.12, '0%'],
  ] as const)
    sheet.addRow([value, `Thầu ${numFmt}`]).getCell(1).numFmt = numFmt;
  const done = await importWorkbook(api, 'contractors', await book.xlsx.writeBuffer());
  expect(done).toMatchObject({ inserted: 1, failed: 3 });
  for (const { column, message } of done.errors) expect(`${column}: ${message}`).toMatch(/^Mã nhà thầu: .*định dạng cột là văn bản/);
  expect(await rowsOf("SELECT code FROM contractors WHERE name = 'Thầu 0%'")).toEqual([['12%']]);
});
