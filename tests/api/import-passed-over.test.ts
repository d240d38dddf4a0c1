import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows, importWorkbook } from '../support/imports.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { fillReferences } from '../support/samples.ts';
import { f64, record, u16, xlsOf, xlsText } from '../support/xls-workbooks.ts';

/** Rows of a file that are no records: totals and notes. The examples of a template: import-templates.test.ts. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
});
afterEach(() => api.close());

const HEADERS = ['STT', 'Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
const mistake = (n: number): (string | number | null)[] => [n, 'writer', '2026-11-04', `Sai ${n}`, 1.5, 'Nội bộ'];
const importMistakes = (rows: unknown[][], options?: Parameters<typeof importRows>[3]) =>
  importRows(api, 'mistakes', [HEADERS, mistake(1), mistake(2), ...rows], { mode: 'all_or_nothing', ...options });
const blank = [null, null, null, null, null, null];
const total = (word: string, at = 0) => blank.map((_, index) => (index === at ? word : index === 4 ? 3 : null));

describe('a row of totals is passed over and told', () => {
  const words = [
    '合計',
    '合　計：',
    '総計',
    '計',
    '小計',
    '11月計',
    '2026年11月合計',
    '合計（2件）',
    'Σ',
    'Tổng',
    'TỔNG CỘNG:',
    'Tổng số (2)',
    'Cộng',
  ];
  test.each([...words, 'Tổng tháng 11', 'Total', '平均', 'Trung bình:', 'Grand Total', 'Sub-total', 'writer 集計', 'writer Total'])(
    '%s',
    async (word) => {
      const done = await importMistakes([total(word)]);
      expect(done).toMatchObject({ status: 'done', total: 2, inserted: 2, failed: 0, missing: [] });
      expect(done.message).toContain('Đã bỏ qua 1 dòng tổng, chỉ có chữ «tổng» và số (dòng 4)');
    },
  );

  test('in the column of a name, of a day or of a text, below blank rows, with notes behind it, several of them', async () => {
    const notes = [
      [null, '※ 点数は月末締め'],
      [null, 'Ghi chú: điểm tính đến cuối tháng'],
      [null, null, '以上'],
    ];
    const done = await importMistakes([total('小計', 1), blank, mistake(3), total('小計', 2), total('合計', 3), blank, ...notes]);
    expect(done).toMatchObject({ status: 'done', total: 3, inserted: 3 });
    expect(done.message).toContain('3 dòng tổng, chỉ có chữ «tổng» và số (dòng 4, 7, 8)');
    expect(done.message).toContain('3 dòng chú thích, chỉ có một ô (dòng 10, 11, 12)');
  });

  test('its sum may be a formula without a result, have a unit, or stand in a column that sets nothing', async () => {
    const sums = [{ formula: 'SUM(E2:E3)', result: undefined }, '3 点', '1,234.5'];
    const rows = sums.map((sum) => ['合計', null, null, null, sum, null, null]);
    expect(await importMistakes([...rows, ['合計', null, null, null, 3, null, null, 12]])).toMatchObject({ status: 'done', total: 2 });
  });

  test('with the number of rows under a column of names or words, as a table of Excel counts them', async () => {
    const rows = [
      [null, null, '集計', null, null, 2],
      [null, 2, '集計', null, null, null],
    ];
    expect(await importMistakes(rows)).toMatchObject({ status: 'done', total: 2 });
  });

  test('of an .xls', async () => {
    const rows = [HEADERS, mistake(1), mistake(2), total('合計'), [null, '※ 点数は月末締め']];
    const cells = rows.flatMap((row, y) => row.map((cell, x) => [y, x, cell] as const));
    const records = cells.flatMap(([y, x, cell]) => {
      if (cell === null) return [];
      return [typeof cell === 'number' ? record(0x0203, u16(y, x, 0), f64(cell)) : record(0x0204, u16(y, x, 0), xlsText(cell))];
    });
    const file = xlsOf([record(0x00e0, u16(0, 0), new Array<number>(16).fill(0))], [{ records }]);
    const done = await importWorkbook(api, 'mistakes', file, { mode: 'all_or_nothing' });
    expect(done).toMatchObject({ status: 'done', total: 2, inserted: 2 });
    expect(done.message).toContain('(dòng 4). Đã bỏ qua 1 dòng chú thích, chỉ có một ô (dòng 5)');
  });

  test('of ratings, whose sum may be a factor that there is', async () => {
    const headers = ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'];
    const done = await importRows(api, 'pro', [headers, ['writer', 1, '2026-11-04', 'x'], ['Tổng', 1, null, 1]]);
    expect(done).toMatchObject({ status: 'done', total: 1, inserted: 1, failed: 0 });
  });

  test('in a preview, which proposes no record of its name', async () => {
    const preview = await importMistakes([total('Tổng', 1)], { fields: { dry_run: '1', create_missing: '1' } });
    expect(preview).toMatchObject({ status: 'done', total: 2, inserted: 2, missing: [] });
    expect(preview.message).toContain('Đã bỏ qua 1 dòng tổng');
    const { body } = await api.call('GET', `imports/${preview.id}`, { as: api.people.writer, headers: { 'accept-language': 'en' } });
    expect(body.message).toContain('1 row of totals, with a word for one and numbers only, was passed over (row 4)');
  });

  test('also of the workbook of rejected rows, which keeps it where all or nothing was asked for', async () => {
    const done = await importMistakes([[3, 'nobody', '2026-11-04', 'Sai 3', 1.5, 'Nội bộ'], total('合計')]);
    expect(done).toMatchObject({ status: 'failed', failed: 1, errors: [{ row: 4 }] });
    const { body } = await api.call('GET', `imports/${done.id}/rejected-rows`, { as: api.people.writer });
    const rows = await readWorkbook(body as Uint8Array);
    expect(rows.at(-1)!.slice(0, 2)).toEqual([undefined, '合計']);
    await api.client.execute("INSERT INTO users (username, username_fold, name, name_fold) VALUES ('nobody', 'nobody', 'An', 'an')");
    const again = await importWorkbook(api, 'mistakes', body as Uint8Array, { mode: 'all_or_nothing' });
    expect(again).toMatchObject({ status: 'done', inserted: 3, message: expect.stringContaining('(dòng 5)') });
  });
});

test('headings that are repeated, said again in another language, or explained, are passed over and told', async () => {
  const japanese = [null, '社員', '発生日', 'ミス内容', '点数', '発見者'];
  const explained = [
    [null, '(1)', '(2)', '(3)', '(4)', '(5)'],
    [null, null, '（年月日）', null, '（点）', null],
  ];
  const done = await importMistakes([japanese, mistake(3), HEADERS, mistake(4), ...explained]);
  expect(done).toMatchObject({ status: 'done', total: 4, inserted: 4 });
  expect(done.message).toContain('Đã bỏ qua 4 dòng lặp lại hoặc giải thích tiêu đề (dòng 4, 6, 8, 9)');
  const { errors } = await importMistakes([[null, 'Nhân viên', null, null, 3, null]]);
  expect(errors.map(({ row }: { row: number }) => row)).toContain(4);
});

describe('a row is a record, and wrong where it lacks something,', () => {
  const wrong: [string, unknown[]][] = [
    ['with a total and a person', ['合計', 'writer', null, null, 3, null, null]],
    ['with a total and a day', ['合計', null, '2026-11-04', null, 3, null, null]],
    ['with a total and the code of a person', ['合計', '00077', null, null, 3, null]],
    ['with another word and a number', total('Tổng kho', 3)],
    ['with nothing but a person', [null, 'writer', null, null, null, null, null]],
    ['with a note that stands beside a person', ['※', 'writer', null, null, null, null, null]],
  ];
  test.each(wrong)('%s', async (_, row) => {
    await api.client.execute("UPDATE users SET employee_code = '00077' WHERE username = 'checked'");
    expect(await importMistakes([row])).toMatchObject({
      status: 'failed',
      failed: 1,
      errors: expect.arrayContaining([expect.objectContaining({ row: 4 })]),
    });
  });

  test('with a total that is the name of a person', async () => {
    await api.client.execute("INSERT INTO users (username, username_fold, name, name_fold) VALUES ('tong', 'tong', 'Tổng', 'tong')");
    expect(await importMistakes([total('Tổng', 1)])).toMatchObject({ status: 'failed', failed: 1 });
  });

  test('with a total and all that a record needs', async () => {
    const names = [['Tên nhà thầu'], ['Total'], ['※ Nhà']];
    expect(await importRows(api, 'contractors', names)).toMatchObject({ inserted: 2, total: 2 });
    const codes = [
      ['Mã khách hàng', 'Tên khách hàng', 'merchant_id'],
      ['Total', null, 8],
    ];
    await api.insert('customers', { code: 'Total', name: 'Total' });
    expect(await importRows(api, 'customers', codes)).toMatchObject({ updated: 1, total: 1 });
  });
});
