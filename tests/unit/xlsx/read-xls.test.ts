import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-runs.ts';
import { characters, compoundFile, f64, record, u8, u16, u32, xlsOf, xlsStream, xlsText } from '../../support/xls-workbooks.ts';
import { cellsOf, readAll, refusalOf } from './read-all.ts';

const GENERAL = record(0x00e0, u16(0, 0), new Array<number>(16).fill(0));
const DAY = record(0x00e0, u16(0, 14), new Array<number>(16).fill(0));
const CUSTOM = record(0x00e0, u16(0, 164), new Array<number>(16).fill(0));
const number = (row: number, column: number, value: number, format = 0) => record(0x0203, u16(row, column, format), f64(value));
const sharedText = (row: number, column: number, id: number) => record(0x00fd, u16(row, column, 0), u32(id));
const strings = (...texts: number[][]) => record(0x00fc, u32(texts.length, texts.length), ...texts);
const formula = (row: number, column: number, ...result: number[]) =>
  record(0x0006, u16(row, column, 0), u8(...result), u16(0), u32(0), u16(0));

it('an .xls of LibreOffice is read with its dates, times, errors, breaks and texts over several records', async () => {
  expect(await cellsOf(await readFile(join(import.meta.dirname, 'fixtures/libreoffice.xls')))).toEqual([
    ['Tên', '面積', 'Ngày', 'Giờ', 'Kết quả', 'Kết quả', 'Ghi chú'],
    ['Nguyễn Văn Á', 35.5, '2026-02-28', '2026-02-28 13:45:10', 71, null, `${'x'.repeat(9000)}漢字`],
    ['𠮷野家 邸', 12345.678, '1900-03-01', '12:00:00', { error: '#DIV/0!' }, true, true],
    ['=1+1', -7, '2100-12-31', '25:30:00', '12.5%', { error: '#N/A' }, 'a\nb\tc'],
    ['gộp', null, null, null, null, null, 'cuối'],
  ]);
});

describe('the records of an .xls', () => {
  it('give numbers in every form they are packed in', async () => {
    const packed = (value: number) => u32(value);
    const rk = [
      packed((1234 << 2) | 2),
      packed((-1234 << 2) | 2),
      packed((1234 << 2) | 3),
      packed(0x3ff80000),
      packed((0x40c81c81 & ~3) | 1),
    ];
    const row = record(0x00bd, u16(0, 0), ...rk.map((value) => [...u16(0), ...value]), u16(4));
    const single = record(0x027e, u16(1, 0, 0), rk[0]!);
    const [numbers, one] = await cellsOf(xlsOf([GENERAL], [{ records: [row, single, number(1, 1, -0.001)] }]));
    expect(numbers!.slice(0, 4)).toEqual([1234, -1234, 12.34, 1.5]);
    expect(numbers![4]).toBeCloseTo(123.4567, 1);
    expect(one).toEqual([1234, -0.001]);
  });

  it('give dates by built-in and custom formats, in both date systems', async () => {
    const format = record(0x041e, u16(164), xlsText('yyyy"年"mm"月"', true));
    const records = [number(0, 0, 46_053, 1), number(0, 1, 46_053.5, 2), number(0, 2, 46_053, 0)];
    expect(await cellsOf(xlsOf([format, GENERAL, DAY, CUSTOM], [{ records }]))).toEqual([['2026-01-31', '2026-01-31', 46_053]]);
    expect(await cellsOf(xlsOf([record(0x0022, u16(1)), GENERAL, DAY], [{ records: [number(0, 0, 44_591, 1)] }]))).toEqual([
      ['2026-01-31'],
    ]);
  });

  it('give the saved results of formulas: numbers, texts, booleans, errors and empty texts', async () => {
    const records = [
      record(0x0006, u16(0, 0, 0), f64(2.5), u16(0), u32(0), u16(0)),
      formula(0, 1, 0, 0, 0, 0, 0, 0, 0xff, 0xff),
      record(0x04bc, u16(0)),
      record(0x0207, xlsText('kết quả')),
      formula(0, 2, 1, 0, 1, 0, 0, 0, 0xff, 0xff),
      formula(0, 3, 2, 0, 42, 0, 0, 0, 0xff, 0xff),
      formula(0, 4, 3, 0, 0, 0, 0, 0, 0xff, 0xff),
      formula(0, 5, 0, 0, 0, 0, 0, 0, 0xff, 0xff),
      record(0x0207, u16(6), u8(0), characters('dà', false)),
      record(0x003c, u8(1), characters('i 漢字', true)),
      record(0x0205, u16(0, 6, 0), u8(1, 0)),
      record(0x0205, u16(0, 7, 0), u8(7, 1)),
      record(0x0204, u16(0, 8, 0), xlsText('nhãn')),
    ];
    expect(await cellsOf(xlsOf([GENERAL], [{ records }]))).toEqual([
      [2.5, 'kết quả', true, { error: '#N/A' }, null, 'dài 漢字', true, { error: '#DIV/0!' }, 'nhãn'],
    ]);
  });

  it('join shared texts that are split between records, change their width, or carry runs and furigana', async () => {
    const rich = [...u16(2), ...u8(0x0d), ...u16(1), ...u32(4), ...characters('山田', true), ...u32(0), ...u32(0)];
    const table = [
      record(0x00fc, u32(4, 4), xlsText('đầu'), u16(9), u8(0), characters('abc', false)),
      record(0x003c, u8(1), characters('漢字', true)),
      record(0x003c, u8(0), characters('de\u0080\u00ff', false), rich.slice(0, -2)),
      record(0x003c, rich.slice(-2), xlsText('cuối')),
    ];
    const records = [0, 1, 2, 3].map((id) => sharedText(0, id, id));
    expect(await cellsOf(xlsOf([GENERAL, ...table], [{ records }]))).toEqual([['đầu', 'abc漢字de\u0080ÿ', '山田', 'cuối']]);
  });

  it('keep row numbers, skip hidden sheets, sheets without cells and charts on a sheet', async () => {
    const chart = [record(0x0809, u16(0x0600, 0x20), u32(0, 0, 0)), number(0, 0, 99), record(0x000a)];
    const sheets = [
      { hidden: true, records: [number(0, 0, 1)] },
      { records: [record(0x0201, u16(0, 0, 0))] },
      { records: [number(2, 1, 5), ...chart, number(7, 0, 6)] },
      { records: [number(0, 0, 2)] },
    ];
    expect(await readAll(xlsOf([GENERAL], sheets))).toMatchObject([
      { row: 3, cells: [null, 5] },
      { row: 8, cells: [6] },
    ]);
  });

  it('are read from a big workbook, whose stream is no longer in the small sectors', async () => {
    const texts = Array.from({ length: 500 }, (_, i) => xlsText(`khách hàng ${i}`));
    const records = Array.from({ length: 5000 }, (_, row) => [...sharedText(row, 0, row % 500), ...number(row, 1, row)]);
    const rows = await readAll(xlsOf([GENERAL, strings(...texts)], [{ records }]));
    expect(rows).toHaveLength(5000);
    expect(rows[4999]).toMatchObject({ row: 5000, cells: ['khách hàng 499', 4999] });
  });
});

it('texts count, not the number of them that the table states', async () => {
  for (const stated of [1, 2, 9]) {
    const texts = record(0x00fc, u32(stated, stated), xlsText('a'), xlsText('b'));
    expect(await cellsOf(xlsOf([texts], [{ records: [sharedText(0, 0, 0), sharedText(1, 0, 1)] }]))).toEqual([['a'], ['b']]);
  }
});

it('rows are put in order where a program wrote column by column, with their texts, hidden rows and charts', async () => {
  const hidden = record(0x0208, u16(2, 0, 1, 0, 0, 0), u8(0x20, 1), u16(15));
  const chart = [record(0x0809, u16(0x0600, 0x20), u32(0, 0, 0)), number(0, 0, 99), record(0x000a)];
  const texts = [5, 0, 2].flatMap((row) => [formula(row, 1, 0, 0, 0, 0, 0, 0, 0xff, 0xff), record(0x0207, xlsText(`dòng ${row}`))]);
  const records = [hidden, number(0, 0, 10), number(2, 0, 12), number(5, 0, 15), ...chart, ...texts, number(2, 2, 7)];
  expect(await readAll(xlsOf([GENERAL], [{ records }]))).toMatchObject([
    { row: 1, cells: [10, 'dòng 0'] },
    { row: 3, cells: [12, 'dòng 2', 7], hidden: true },
    { row: 6, cells: [15, 'dòng 5'] },
  ]);
});

it('rows in any order are read as in theirs', async () => {
  const cell = fc.record({ row: fc.nat(40), column: fc.nat(5), value: fc.integer({ min: -1000, max: 1000 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(cell, { minLength: 1, maxLength: 60, selector: ({ row, column }) => `${row}:${column}` }),
      async (cells) => {
        const inOrder = [...cells].sort((a, b) => a.row - b.row);
        const [given, sorted] = [cells, inOrder].map((list) =>
          readAll(xlsOf([GENERAL], [{ records: list.map((c) => number(c.row, c.column, c.value)) }])),
        );
        expect(await given).toEqual(await sorted);
      },
    ),
    { numRuns: runs(200) },
  );
});

it('a substream among the globals, and globals without an end, hide no sheet', async () => {
  const chart = [record(0x0809, u16(0x0600, 0x20), u32(0, 0, 0)), record(0x000a)];
  expect(await cellsOf(xlsOf([GENERAL, ...chart], [{ records: [number(0, 0, 4)] }]))).toEqual([[4]]);
  const stream = xlsStream([GENERAL], [{ records: [number(0, 0, 4)] }]);
  stream[Buffer.from(stream).indexOf(Uint8Array.from([0x0a, 0, 0, 0]))] = 0xff;
  expect(await cellsOf(compoundFile({ Workbook: stream }))).toEqual([[4]]);
});

it('hidden rows say so, and a sheet which of its columns are hidden', async () => {
  const hidden = record(0x0208, u16(1, 0, 1, 0, 0, 0), u8(0x20, 1), u16(15));
  const columns = [record(0x007d, u16(0, 0, 2560, 15, 0, 0)), record(0x007d, u16(2, 3, 0, 15, 1, 0))];
  const rows = await readAll(xlsOf([GENERAL], [{ records: [...columns, hidden, number(0, 0, 1), number(1, 0, 2), number(2, 0, 3)] }]));
  expect(rows.map((row) => row.hidden ?? false)).toEqual([false, true, false]);
  expect(rows[0]!.sheet.hiddenColumns).toEqual([[2, 3]]);
});

describe('an .xls that cannot be read', () => {
  const good = [{ records: [number(0, 0, 1)] }];

  it.each([
    ['is protected by a password', 'encrypted', compoundFile({ Workbook: xlsStream([record(0x002f, u16(1, 1, 1))], good) })],
    [
      'is an .xlsx with a password around it',
      'encrypted',
      compoundFile({ EncryptionInfo: new Uint8Array(300), EncryptedPackage: new Uint8Array(9000) }),
    ],
    ['is of Excel 95', 'not_a_workbook', compoundFile({ Book: xlsStream([], good, 0x0500) })],
    ['says it is of Excel 95', 'not_a_workbook', compoundFile({ Workbook: xlsStream([], good, 0x0500) })],
    ['is a Word document', 'not_a_workbook', compoundFile({ WordDocument: new Uint8Array(5000) })],
    ['has no cells', 'empty_workbook', xlsOf([GENERAL], [{ records: [] }])],
    ['has only hidden sheets', 'empty_workbook', xlsOf([GENERAL], [{ hidden: true, records: [number(0, 0, 1)] }])],
    ['names a text that is not there', 'broken', xlsOf([strings(xlsText('a'))], [{ records: [sharedText(0, 0, 1)] }])],
    ['has a record shorter than its fields', 'broken', xlsOf([], [{ records: [record(0x0203, u16(0, 0))] }])],
    ['has a text that ends early', 'broken', xlsOf([record(0x00fc, u32(9, 9), xlsText('abc').slice(0, -1))], good)],
    ['has a value beyond column 300', 'too_large', xlsOf([], [{ records: [number(0, 300, 1)] }])],
    ['does not end', 'broken', compoundFile({ Workbook: xlsStream([], good).slice(0, -4) })],
    ['has nothing in it', 'broken', compoundFile({ Workbook: new Uint8Array(0) })],
  ] as const)('because it %s is refused as %s', async (_, code, bytes) => expect(await refusalOf(bytes)).toBe(code));
});
