import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { writeWorkbook } from '../../../worker/platform/xlsx/write/write.ts';
import type { WorkbookColumn } from '../../../worker/platform/xlsx/write/write-cells.ts';
import { zipTexts } from '../../support/workbooks.ts';
import { bytesOf, chunks, collect, load } from './write-and-read.ts';

describe('a written workbook, read by another library', () => {
  it('holds numbers, dates, datetimes and booleans as typed cells with their formats', async () => {
    const sheet = await written(
      [
        { header: 'Mã', kind: 'integer' },
        { header: '面積', kind: 'decimal', decimals: 2 },
        { header: 'Điểm', kind: 'decimal', decimals: 3 },
        { header: 'Ngày', kind: 'date' },
        { header: 'Lúc', kind: 'datetime' },
        { header: 'Kiểm', kind: 'boolean' },
      ],
      [
        [7, 35.5, '1.005', '2024-02-29', '2024-02-29 13:45:10', 1],
        [-3, 0, null, null, null, false],
      ],
    );
    expect(valuesOf(sheet, 2)).toEqual([7, 35.5, 1.005, utc('2024-02-29'), utc('2024-02-29T13:45:10'), true]);
    expect(valuesOf(sheet, 3)).toEqual([-3, 0, undefined, undefined, undefined, false]);
    expect([1, 2, 3, 4, 5].map((column) => sheet.getCell(2, column).numFmt)).toEqual([
      '0',
      '0.00',
      '0.000',
      'yyyy/mm/dd',
      'yyyy/mm/dd hh:mm:ss',
    ]);
  });

  it('has every day from 1900-03-01 to 2100 right, whatever the zone of the machine', async () => {
    const days = Array.from({ length: 2411 }, (_, month) => isoDay(1900, 2 + month, 1 + (month % 28)));
    const sheet = await written(
      [{ header: 'd', kind: 'date' }],
      days.map((day) => [day]),
    );
    expect(days.map((_, i) => (sheet.getCell(i + 2, 1).value as Date).toISOString().slice(0, 10))).toEqual(days);
  });

  it('counts the days of January and February 1900 as Excel does, which believes in a 29 February', async () => {
    const sheet = await written([{ header: 'd', kind: 'date' }], [['1900-01-01'], ['1900-02-28'], ['1900-03-01']]);
    expect([2, 3, 4].map((row) => (sheet.getCell(row, 1).value as Date).getTime() / 86_400_000 + 25_569)).toEqual([1, 59, 61]);
  });

  it('writes what is no date, no number and no boolean as text instead of losing it', async () => {
    const columns: WorkbookColumn[] = [
      { header: 'd', kind: 'date' },
      { header: 'n', kind: 'integer' },
      { header: 'b', kind: 'boolean' },
    ];
    const odd = [
      ['1899-12-31', 'abc', 'yes'],
      ['2024-02-30', '12a', 2],
      ['0000-01-01', Number.NaN, {}],
    ];
    const sheet = await written(columns, odd);
    expect([2, 3, 4].map((row) => [1, 2, 3].map((column) => sheet.getCell(row, column).value))).toEqual([
      ['1899-12-31', 'abc', 'yes'],
      ['2024-02-30', '12a', '2'],
      ['0000-01-01', 'NaN', '{}'],
    ]);
  });

  it('carries Vietnamese, Japanese and characters beyond the first plane', async () => {
    const texts = [
      'Nguyễn Thị Hồng Đào',
      '𠮷野家 山田太郎邸 新築工事',
      '👷🏽‍♀️',
      'a\nb\tc',
      '  khoảng  trắng  ',
      '<b>&amp;"\'</b>',
      ']]>',
      '_x0041_',
    ];
    expect(await textsRead(texts)).toEqual(texts);
  });

  it('keeps every text that looks like a formula a text, by type and by style', async () => {
    const texts = ['=1+1', '+84901', '-5', '@SUM(A1)', '\t=1', '＝1+1', "=cmd|' /C calc'!A0"];
    const sheet = await written(
      [
        { header: 't', kind: 'text' },
        { header: 'n', kind: 'decimal' },
      ],
      texts.map((text) => [text, text === '-5' ? '' : text]),
    );
    for (const [i, text] of texts.entries()) {
      expect(sheet.getCell(i + 2, 1).value).toBe(text);
      expect(sheet.getCell(i + 2, 1).type).toBe(ExcelJS.ValueType.String);
      expect(sheet.getCell(i + 2, 1).numFmt).toBe('@');
    }
    const parts = await zipTexts(await bytesOf([{ header: 't', kind: 'text' }], [['=1'], ['ok']]));
    const styles = [...parts['xl/styles.xml']!.match(/<cellXfs.*<\/cellXfs>/)![0].matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    const styleOf = (cell: string) => styles[Number(new RegExp(`r="${cell}" s="(\\d+)"`).exec(parts['xl/worksheets/sheet1.xml']!)![1])];
    expect(styleOf('A2')).toContain('quotePrefix="1"');
    expect(styleOf('A3')).not.toContain('quotePrefix');
  });

  it('drops what XML cannot carry and cuts texts at 32,767 characters without halving one', async () => {
    expect(await textsRead(['a\u0000b\u0007c\uFFFFd', 'x\ud800y\udc00z', 'a\r\nb\rc'])).toEqual(['abcd', 'xyz', 'a\nb\nc']);
    const [long, split] = await textsRead(['x'.repeat(40_000), `${'x'.repeat(32_766)}𠮷`]);
    expect(long).toHaveLength(32_767);
    expect(split).toBe('x'.repeat(32_766));
  });

  it('has a bold frozen header with a filter over the data and bold totals outside it', async () => {
    let sum = 0;
    async function* rows() {
      for (const value of [1, 2, 3]) {
        sum += value;
        yield [['a', value]];
      }
    }
    const columns: WorkbookColumn[] = [
      { header: 'Tên khách hàng', kind: 'text' },
      { header: 'n', kind: 'integer', width: 33 },
    ];
    const sheet = await load({ sheetName: 'S', columns, rows: rows(), totals: () => ['Tổng', sum] });
    expect(valuesOf(sheet, 1)).toEqual(['Tên khách hàng', 'n']);
    expect([1, 2, 5].map((row) => Boolean(sheet.getCell(row, 1).font?.bold))).toEqual([true, false, true]);
    expect(valuesOf(sheet, 5)).toEqual(['Tổng', 6]);
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet.autoFilter).toBe('A1:B4');
    expect(sheet.getColumn(2).width).toBe(33);
  });

  it.each([
    ['a/b: [x] *?\\', 'a b   x'],
    ["'quoted'", 'quoted'],
    ['', 'Sheet'],
    ['history', 'Sheet'],
    ['Hệ số quy mô theo diện tích sàn xây dựng', 'Hệ số quy mô theo diện tích sàn'],
  ])('names a sheet %j as Excel allows it: %j', async (sheetName, name) => {
    expect((await load({ sheetName, columns: [{ header: 'a', kind: 'text' }], rows: chunks([]) })).name).toBe(name);
  });

  it('is printed as wide as the paper, with its head, its name and the number on every page', async () => {
    const columns = (count: number): WorkbookColumn[] => Array.from({ length: count }, (_, at) => ({ header: `c${at}`, kind: 'text' }));
    const { pageSetup, headerFooter } = await written(columns(14), []);
    expect(pageSetup).toMatchObject({ paperSize: 9, orientation: 'landscape', fitToPage: true, fitToHeight: 0, printTitlesRow: '1:1' });
    expect(headerFooter.oddFooter).toBe('&L&A&R&P / &N');
    expect((await written(columns(3), [])).pageSetup).toMatchObject({ orientation: 'portrait', fitToPage: true });
    expect((await written(columns(40), [])).pageSetup.fitToPage).toBeFalsy();
  });

  it('is whole with no rows, with empty chunks, and with 10,000 rows', async () => {
    const columns: WorkbookColumn[] = [
      { header: 'a', kind: 'text' },
      { header: 'n', kind: 'integer' },
    ];
    expect((await load({ sheetName: 'S', columns, rows: chunks([]) })).rowCount).toBe(1);
    const rows = Array.from({ length: 10_000 }, (_, i) => [`dòng ${i}`, i]);
    const sheet = await load({ sheetName: 'S', columns, rows: chunks([[], ...rows.map((row) => [row]), []]) });
    expect(sheet.rowCount).toBe(10_001);
    expect(rows.map((_, i) => sheet.getCell(i + 2, 2).value)).toEqual(rows.map((row) => row[1]));
    expect(sheet.getCell(10_001, 1).value).toBe('dòng 9999');
  });

  it('goes on in a further sheet when one is full', async () => {
    const content = {
      sheetName: 'S',
      columns: [{ header: 'n', kind: 'integer' as const }],
      rows: chunks([[[1], [2], [3], [4], [5]]]),
      maxRowsPerSheet: 4,
    };
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await collect(writeWorkbook({ ...content, totals: [15] }))).buffer as ArrayBuffer);
    expect(book.worksheets.map((sheet) => sheet.name)).toEqual(['S', 'S (2)', 'S (3)']);
    expect(book.worksheets.map((sheet) => sheet.getColumn(1).values.slice(1))).toEqual([
      ['n', 1, 2],
      ['n', 3, 4],
      ['n', 5, 15],
    ]);
  });
});

function valuesOf(sheet: ExcelJS.Worksheet, row: number): unknown[] {
  return Array.from((sheet.getRow(row).values as unknown[]).slice(1));
}

/** The other library's reading of a column with these texts. */
async function textsRead(texts: string[]): Promise<unknown[]> {
  const sheet = await written(
    [{ header: 't', kind: 'text' }],
    texts.map((text) => [text]),
  );
  // The other library leaves the format's own escapes as they are.
  return texts.map((_, i) => (sheet.getCell(i + 2, 1).value as string).replaceAll('_x005F_', '_'));
}

async function written(columns: WorkbookColumn[], rows: unknown[][]): Promise<ExcelJS.Worksheet> {
  return await load({ sheetName: 'S', columns, rows: chunks([rows]) });
}

function utc(text: string): Date {
  return new Date(text.length > 10 ? `${text}Z` : text);
}

function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
