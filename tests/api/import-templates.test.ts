import { beforeAll, expect, test } from 'vitest';
import { IMPORTABLES } from '../../worker/features/imports/importable.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows, importWorkbook } from '../support/imports.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { zipTexts } from '../support/workbooks.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});

const templateOf = async (entity: string) =>
  (await api.call('GET', `${entity}/import-template`, { as: api.people.admin })).body as Uint8Array;

test.each(IMPORTABLES.map(({ resource }) => resource.contract.name))('the examples of a template are passed over: %s', async (entity) => {
  const template = await templateOf(entity);
  const [headings = [], example = []] = await readWorkbook(template);
  expect(example.filter((cell) => String(cell).startsWith('(ví dụ)'))).toHaveLength(1);
  const empty = await importWorkbook(api, entity, template, { as: api.people.admin });
  const passedOver = 'Đã bỏ qua 1 dòng ví dụ, có ô bắt đầu bằng «(ví dụ)» (dòng 2)';
  expect(empty).toMatchObject({ status: 'failed', message: expect.stringMatching(/^Chưa có dòng dữ liệu nào/), errors: [] });
  expect(empty.message).toContain(passedOver);
  expect(headings.length).toBeGreaterThanOrEqual(example.length);
});

test('a list that is too long for a rule of Excel lies on a hidden sheet, which no import reads', async () => {
  for (let n = 1; n <= 60; n++) await api.insert('customers', { name: `Khách hàng số ${n}`, code: `K${n}` });
  await api.insert('customers', { name: 'Khách hàng số 1', code: 'K1B' });
  const template = await templateOf('standards');
  const parts = await zipTexts(template);
  expect(parts['xl/workbook.xml']).toContain('<sheet name="Lists" sheetId="2" state="hidden"');
  expect(parts['xl/worksheets/sheet1.xml']).toContain("<formula1>'Lists'!$A$1:$A$61</formula1>");
  // Of namesakes the code is offered.
  for (const text of ['>K1<', '>K1B<', '>Khách hàng số 2<']) expect(parts['xl/worksheets/sheet2.xml']).toContain(text);
  const [headings = [], example = []] = await readWorkbook(template);
  await api.insert('work_categories', { work_name: '構造図' });
  const row = headings.map(
    (heading) =>
      ({ 'Khách hàng *': 'K1B', 'Hạng mục công việc *': '構造図' })[String(heading)] ?? (/ \*$/.test(String(heading)) ? 1 : null),
  );
  const done = await importRows(api, 'standards', [headings, example, row], { as: api.people.admin });
  expect(done).toMatchObject({ status: 'done', inserted: 1, message: 'Đã bỏ qua 1 dòng ví dụ, có ô bắt đầu bằng «(ví dụ)» (dòng 2)' });
});

test('a record of an export is no example, whatever its texts begin with', async () => {
  const id = await api.insert('indirect_note', { content: '(ví dụ) họp' });
  const rows = [
    ['id', 'content'],
    [id, '(ví dụ) họp tuần'],
    [null, '(ví dụ) họp tháng'],
  ];
  const done = await importRows(api, 'indirect_note', rows, { as: api.people.admin });
  expect(done).toMatchObject({ total: 1, updated: 1, inserted: 0, message: expect.stringContaining('(dòng 3)') });
});

test('the columns of a condition offer the words of formulas', async () => {
  const sheetOf = async (entity: string) => Object.values(await zipTexts(await templateOf(entity))).join('');
  const basePoints = await sheetOf('formula-base-points');
  expect(
    basePoints.match(/&quot;=,==,!=,&lt;&gt;,&lt;,&lt;=,&gt;,&gt;=,in&quot;|"=,==,!=,&lt;&gt;,&lt;,&lt;=,&gt;,&gt;=,in"/g),
  ).toHaveLength(2);
  expect(basePoints).toContain('>standard_design_point<');
  const scales = await sheetOf('tsubos');
  expect(scales).toMatch(/menseki.*kaisuu|kaisuu.*menseki/);
  expect(scales).not.toContain('standard_design_point');
});
