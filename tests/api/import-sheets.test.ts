import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { workOnImport } from '../support/imports.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { fillReferences } from '../support/samples.ts';
import { relationships, type XlsxParts, xlsxOf } from '../support/workbooks.ts';

/** What a workbook says about itself beside its cells: systems of days, sheets, hidden rows, formats. And the preview of an import. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  await api.client.execute(
    "INSERT INTO users (username, username_fold, name, name_fold, employee_code) VALUES ('an', 'an', 'An', 'an', '00077')",
  );
});
afterEach(() => api.close());

const rowsOf = async (sql: string) => (await api.client.execute(sql)).rows.map((row) => ({ ...row }));
const cell = (value: string | number, style = 0) =>
  typeof value === 'number' ? `<c s="${style}"><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (n: number, cells: string, more = '') => `<row r="${n}"${more}>${cells}</row>`;
const HEADER = row(1, ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'].map((title) => cell(title)).join(''));
const mistake = (who: string | number, day: string | number, style = 0) =>
  `${cell(who, style)}${cell(day)}${cell('Sai số')}${cell(1.5)}${cell('Nội bộ')}`;

async function importFile(parts: XlsxParts, fields: Record<string, string> = {}, entity = 'mistakes', as = api.people.writer) {
  const form = new FormData();
  form.set('file', new Blob([(await xlsxOf(parts)) as Uint8Array<ArrayBuffer>]), 'a.xlsx');
  form.set('mode', 'valid_rows');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { body } = await api.call('POST', `${entity}/import`, { as, body: form });
  await workOnImport(api.deps, { import_id: body.id });
  return (await api.call('GET', `imports/${body.id}`, { as })).body;
}

test('a day from 1904 whose cell lost its format is that day, also in the workbook of rejected rows', async () => {
  const rows = HEADER + row(2, mistake('an', 44_866)) + row(3, mistake('nobody', 44_866));
  const done = await importFile({ rows, settings: '<workbookPr date1904="1"/>' });
  expect(done).toMatchObject({ inserted: 1, failed: 1 });
  expect(await rowsOf('SELECT rate_at FROM mistakes')).toEqual([{ rate_at: '2026-11-02' }]);
  const { body } = await api.call('GET', `imports/${done.id}/rejected-rows`, { as: api.people.writer });
  expect((await readWorkbook(body as Uint8Array))[1]![2]).toEqual(new Date('2026-11-02T00:00:00Z'));
});

test('a code that a format shows with zeros names its person', async () => {
  const styles =
    '<numFmts count="1"><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>';
  const done = await importFile({ rows: HEADER + row(2, mistake(77, 46_330, 1)) + row(3, mistake(77, 46_331)), styles });
  expect(done).toMatchObject({ inserted: 1, failed: 1 });
});

test('formulas of a file that calls its results void are no numbers', async () => {
  const rows = HEADER + row(2, mistake('an', 46_330).replace('<v>1.5</v>', '<f>1/2</f><v>0</v>'));
  const done = await importFile({ rows, settings: '<calcPr fullCalcOnLoad="1"/>' });
  expect(done).toMatchObject({ inserted: 0, failed: 1 });
  expect(done.errors[0]).toMatchObject({ column: 'Điểm', message: expect.stringContaining('mở tệp bằng Excel, lưu lại') });
});

test('a person who is merged over several rows, under headings of two rows, is that of each', async () => {
  const headings = row(1, ['Nhân viên', 'Ngày ghi nhận', 'Nội dung'].map((title) => cell(title)).join(''));
  const below = row(2, `<c/><c/>${['Lỗi', 'Điểm', 'Phát hiện bởi'].map((title) => cell(title)).join('')}`);
  const mine = (n: number, who: string, day: string) => row(n, `${who}${day}${cell(`Sai số ${n}`)}${cell(1.5)}${cell('Nội bộ')}`);
  const rows = [mine(3, cell('an'), cell(46_330)), mine(4, '<c/>', '<c/>'), mine(5, '<c/>', cell(46_331)), mine(6, '<c/>', cell(46_331))];
  const ranges = ['A1:A2', 'B1:B2', 'C1:E1', 'A3:A5', 'B3:B4'].map((range) => `<mergeCell ref="${range}"/>`);
  const xml = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="2" max="3" hidden="1"/></cols>
    <sheetData>${headings}${below}${rows.join('')}</sheetData>
    <mergeCells>${ranges.join('')}</mergeCells></worksheet>`;
  const done = await importFile({ parts: { 'xl/worksheets/sheet1.xml': xml } });
  const message = expect.stringMatching(/Các cột đang ẩn trong tệp cũng đã được đọc: Ngày ghi nhận, Lỗi\. 2 dòng lấy giá trị của ô gộp/);
  expect(done).toMatchObject({ inserted: 3, failed: 1, errors: [{ row: 6, column: 'Nhân viên' }], message });
  expect(await rowsOf('SELECT mistake, rate_at FROM mistakes ORDER BY id')).toEqual([
    { mistake: 'Sai số 3', rate_at: '2026-11-04' },
    { mistake: 'Sai số 4', rate_at: '2026-11-04' },
    { mistake: 'Sai số 5', rate_at: '2026-11-05' },
  ]);
});

test('rows that are only numbered in advance are none, and days may be of an era of Japan', async () => {
  const numbered = (n: number, cells = '') => row(n, `${cell(n - 1)}${cells}`);
  const header = row(1, ['STT', 'Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'].map((title) => cell(title)).join(''));
  const days = ['令和8年11月4日', '2026/11/4（水）', 'R8.11.4', '2026/11/4'];
  const rows = days.map((day, index) => numbered(index + 2, mistake('an', day).replace('Sai số', `Sai ${index}`)));
  const done = await importFile({ rows: `${header}${rows.join('')}${numbered(6)}${numbered(7)}` });
  expect(done).toMatchObject({ total: 4, inserted: 4, failed: 0 });
  expect(new Set((await rowsOf('SELECT rate_at FROM mistakes')).map(({ rate_at }) => rate_at))).toEqual(new Set(['2026-11-04']));
});

test('hidden rows are read and counted', async () => {
  const done = await importFile({ rows: HEADER + row(2, mistake('an', 46_330), ' hidden="1"') + row(3, mistake('an', 46_331)) });
  expect(done).toMatchObject({ inserted: 2, message: expect.stringContaining('1 dòng đang ẩn') });
});

/** A workbook of these sheets: name, rows, and what else is said of it. */
function sheetsOf(...sheets: [name: string, rows: string, more?: string][]): XlsxParts {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const listed = sheets.map(([name, , more = ''], n) => `<sheet name="${name}" sheetId="${n + 1}" ${more} r:id="rId${n + 1}"/>`);
  return {
    parts: {
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}"><sheets>${listed.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships(sheets.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`])),
      ...Object.fromEntries(
        sheets.map(([, rows], n) => [
          `xl/worksheets/sheet${n + 1}.xml`,
          `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
        ]),
      ),
    },
  };
}

test('a title and a date above the headings are passed over, here and in the workbook of rejected rows', async () => {
  const heads = HEADER.replace('r="1"', 'r="4"');
  const above = row(1, cell('DANH SÁCH LỖI THÁNG 11/2026')) + row(2, cell('Ngày') + cell('01/11/2026'));
  const done = await importFile({ rows: above + heads + row(6, mistake('an', 46_330)) + row(7, mistake('nobody', 46_330)) });
  expect(done).toMatchObject({ inserted: 1, failed: 1, errors: [{ row: 7 }] });
  expect(done.message).toContain('Đã bỏ qua 2 dòng phía trên dòng tiêu đề');
  const { body } = await api.call('GET', `imports/${done.id}/rejected-rows`, { as: api.people.writer });
  const rejected = await readWorkbook(body as Uint8Array);
  expect(rejected.map((cells) => cells[1])).toEqual(['Nhân viên', 'nobody']);
});

test('one heading alone is known among other words where no row has two', async () => {
  const rows = row(1, cell('Danh sách công ty')) + row(2, cell('Công ty')) + row(3, cell('Sao Mai'));
  expect(await importFile({ rows }, {}, 'companies', api.people.admin)).toMatchObject({ inserted: 1, total: 1 });
  const unknown = Array.from({ length: 12 }, (_, n) => row(n + 1, cell(`Ghi chú ${n}`))).join('');
  const { message } = await importFile({ rows: unknown });
  expect(message).toBe('Không nhận ra cột nào trong 10 dòng đầu của trang tính. Hãy dùng dòng tiêu đề của tệp mẫu');
});

test('other sheets are named, and the one that is asked for is read', async () => {
  const parts = sheetsOf(
    ['T10', HEADER + row(2, mistake('an', 46_300))],
    ['T11', HEADER + row(2, mistake('an', 46_330)) + row(3, mistake('an', 46_331))],
  );
  const first = await importFile(parts);
  expect(first).toMatchObject({ inserted: 1, sheet: 'T10', other_sheets: [{ name: 'T11', rows: 3 }] });
  expect(first.message).toContain('«T11» (3)');
  expect(await importFile(parts, { sheet: 'T11' })).toMatchObject({ inserted: 2, sheet: 'T11', other_sheets: [{ name: 'T10', rows: 2 }] });
  expect(await importFile(parts, { sheet: 'T12' })).toMatchObject({ status: 'failed', message: expect.stringContaining('«T12»') });
  expect(await importFile(parts, { sheet: 't10 ' }), 'a name in another case').toMatchObject({ sheet: 'T10' });
});

test('hidden sheets are named, wherever they stand, and not read; that of the lists of a template is nobody’s', async () => {
  const rows = (day: number) => HEADER + row(2, mistake('an', day));
  const done = await importFile(
    sheetsOf(
      ['Cũ', rows(46_300), 'state="hidden"'],
      ['Mới', rows(46_330)],
      ['Kín', rows(46_331), 'state="veryHidden"'],
      ['Lists', rows(46_332), 'state="hidden"'],
    ),
  );
  expect(done).toMatchObject({
    inserted: 1,
    sheet: 'Mới',
    other_sheets: [
      { name: 'Cũ', rows: 2, hidden: true },
      { name: 'Kín', rows: 2, hidden: true },
    ],
  });
  expect(done.message).toContain('Chưa đọc trang đang ẩn: «Cũ» (2), «Kín» (2)');
});

test('a sheet without rows of data names what was passed over and the sheets that may be meant', async () => {
  const done = await importFile(sheetsOf(['Mẫu', HEADER + row(3, cell('※ 11月分'))], ['T11', HEADER + row(2, mistake('an', 46_330))]));
  expect(done).toMatchObject({ status: 'failed', inserted: 0 });
  expect(done.message).toMatch(/^Chưa có dòng dữ liệu nào.*1 dòng chú thích.*\(dòng 3\).*Chỉ đọc trang «Mẫu»; chưa đọc «T11» \(2\)/);
});

test('a first sheet of notes names the sheets that may be meant', async () => {
  const done = await importFile(sheetsOf(['Ghi chú', row(1, cell('Tự nhập'))], ['T11', HEADER + row(2, mistake('an', 46_330))]));
  expect(done).toMatchObject({ status: 'failed', inserted: 0 });
  expect(done.message).toMatch(/Không nhận ra cột nào.*Chỉ đọc trang «Ghi chú»; chưa đọc «T11» \(2\)/);
});

test('a code that a format shows with letters before it names its person, and no other one', async () => {
  await api.client.execute(
    "INSERT INTO users (username, username_fold, name, name_fold, employee_code) VALUES ('b', 'b', 'B', 'b', '12'), ('c', 'c', 'C', 'c', 'NV-0012')",
  );
  const styles =
    '<numFmts count="1"><numFmt numFmtId="170" formatCode="&quot;NV-&quot;0000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>';
  const done = await importFile({
    rows: HEADER + row(2, mistake(12, 46_330, 1)) + row(3, mistake(12, 46_331)) + row(4, mistake(13, 46_331, 1)),
    styles,
  });
  expect(done).toMatchObject({ inserted: 2, failed: 1, errors: [{ row: 4, message: expect.stringContaining('«NV-0013»') }] });
  expect(await rowsOf('SELECT u.username FROM mistakes m JOIN users u ON u.id = m.user_id ORDER BY m.rate_at')).toEqual([{ username: 'c' }, { username: 'b' }]); // biome-ignore format: one list, read as one
});

describe('a preview', () => {
  test('says what would be made, changed and refused, and writes nothing', async () => {
    const [one, two, locked] = [
      await api.insert('mistakes', { user_id: 1, rate_at: '2026-11-02', mistake: 'a', point: 1, detect_by: 'T' }),
      await api.insert('mistakes', { user_id: 1, rate_at: '2026-11-03', mistake: 'b', point: 1, detect_by: 'T' }),
      await api.insert('mistakes', { user_id: 1, rate_at: '2026-10-02', mistake: 'c', point: 1, detect_by: 'T' }),
    ];
    await api.insert('month_locks', { month: '2026-10', status: 1, at: '2026-11-01 00:00:00' });
    const stored = async () => ({
      mistakes: await rowsOf('SELECT * FROM mistakes ORDER BY id'),
      history: await rowsOf('SELECT MAX(id) AS id FROM history'),
    });
    const before = await stored();
    const titles = ['id', 'Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
    const rows =
      row(1, titles.map((title) => cell(title)).join('')) +
      row(2, `${cell(one)}<c/><c/>${cell('A')}${cell(2.5)}${cell('Bên ngoài')}`) +
      row(3, `${cell(two)}<c/><c/>${cell('b')}`) +
      row(4, `<c/>${mistake('an', 46_330)}`) +
      row(5, `<c/>${mistake('nobody', 46_330)}`) +
      row(6, `${cell(locked)}<c/><c/>${cell('C')}`);
    const done = await importFile({ rows }, { dry_run: '1' });
    expect(done).toMatchObject({ status: 'done', dry_run: 1, inserted: 1, updated: 1, unchanged: 1, failed: 2, total: 5 });
    expect(done.message).toContain('Xem trước, chưa ghi gì');
    expect(done.changes).toEqual([
      { row: 2, id: one, field: 'mistake', old: 'a', new: 'A' },
      { row: 2, id: one, field: 'point', old: '1', new: '2.5' },
      { row: 2, id: one, field: 'detect_by', old: 'Nội bộ', new: 'Bên ngoài' },
    ]);
    expect(await stored()).toEqual(before);
    expect(await rowsOf('SELECT COUNT(*) AS n FROM import_rows')).toEqual([{ n: 0 }]);
    expect(await importFile({ rows })).toMatchObject({ dry_run: 0, inserted: 1, updated: 1, changes: [] });
  });

  test('names of a job what the file changes, not the mark that it was imported', async () => {
    const id = await api.insert('directs', { name: 'DR-1', henkyaku_hi: '2026-11-03', tsubosuu: 30, upsert_by: 1 });
    const rows = row(1, cell('id') + cell('Số tsubo')) + row(2, cell(id) + cell(31.5));
    const done = await importFile({ rows }, { dry_run: '1' }, 'directs');
    expect(done.changes).toEqual([{ row: 2, id, field: 'tsubosuu', old: '30', new: '31.5' }]);
  });

  test('says that the list of changed values ends before the file does', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 101; n++)
      ids.push(await api.insert('mistakes', { user_id: 1, rate_at: '2026-11-02', mistake: `${n}`, point: 1, detect_by: 'T' }));
    const rows = row(1, cell('id') + cell('Điểm')) + ids.map((id, n) => row(n + 2, cell(id) + cell(2))).join('');
    const done = await importFile({ rows }, { dry_run: '1' });
    expect(done).toMatchObject({ updated: 101, message: expect.stringContaining('chỉ lấy từ 100 giá trị đầu tiên của tệp') });
    expect(done.changes).toHaveLength(100);
  });

  test('of all or nothing counts its wrong rows, too', async () => {
    const rows = HEADER + row(2, mistake('an', 46_330)) + row(3, mistake('nobody', 46_330));
    const done = await importFile({ rows }, { dry_run: '1', mode: 'all_or_nothing' });
    expect(done).toMatchObject({ status: 'done', inserted: 1, failed: 1, errors: [{ row: 3 }] });
  });
});
