import { describe, expect, it } from 'vitest';
import { MadeValue, showNumber } from '../../../worker/platform/xlsx/cell-value.ts';
import { cellFormatOf } from '../../../worker/platform/xlsx/read/number-formats.ts';
import { type OtherSheet, readRows } from '../../../worker/platform/xlsx/read/read.ts';
import { bytesSource } from '../../../worker/platform/xlsx/read/source.ts';
import { relationships, xlsxOf } from '../../support/workbooks.ts';
import { cellsOf, readAll } from './read-all.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook of sheets, by name; a blank one has no rows. */
function sheetsOf(sheets: Record<string, string>): Promise<Uint8Array> {
  const names = Object.keys(sheets);
  const tabs = names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('');
  return xlsxOf({
    parts: {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${tabs}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships(names.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`] as const)),
      ...Object.fromEntries(
        Object.values(sheets).map((rows, n) => [
          `xl/worksheets/sheet${n + 1}.xml`,
          `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
        ]),
      ),
    },
  });
}

async function readSheet(bytes: Uint8Array, sheet?: string) {
  const others: [string, number][] = [];
  const cells: unknown[] = [];
  const options = { maxRows: 100, sheet: sheet ?? null, onOtherSheet: ({ name, rows }: OtherSheet) => others.push([name, rows]) };
  for await (const row of readRows(bytesSource(bytes), options)) cells.push([row.sheet.name, ...row.cells]);
  return { cells, others };
}

describe('of several sheets', () => {
  const book = () =>
    sheetsOf({ Bìa: '', Một: `<row>${text('a')}</row>`, Hai: `<row>${text('b')}</row><row>${text('c')}</row>`, Trống: '' });

  it('the first with rows is read, and every other one with rows is told', async () => {
    expect(await readSheet(await book())).toEqual({ cells: [['Một', 'a']], others: [['Hai', 2]] });
  });

  it('the one that is named is read', async () => {
    expect(await readSheet(await book(), 'Hai')).toEqual({
      cells: [
        ['Hai', 'b'],
        ['Hai', 'c'],
      ],
      others: [['Một', 1]],
    });
    await expect(readSheet(await book(), 'Ba')).rejects.toMatchObject({ code: 'empty_workbook' });
  });

  it('another that is too wide or damaged is told, and is no fault of the one that is read', async () => {
    const wide = `<row><c r="A1"><v>1</v></c><c r="ZZ1"><v>2</v></c></row>`;
    const damaged = `<row>${text('x')}</row><row><c t="s"><v>99</v></c></row>`;
    const bytes = await sheetsOf({ Một: `<row>${text('a')}</row>`, Rộng: wide, Hỏng: damaged });
    expect(await readSheet(bytes)).toEqual({
      cells: [['Một', 'a']],
      others: [
        ['Rộng', 1],
        ['Hỏng', 1],
      ],
    });
    await expect(readSheet(bytes, 'Rộng')).rejects.toMatchObject({ code: 'too_large' });
    await expect(readSheet(bytes, 'Hỏng')).rejects.toMatchObject({ code: 'broken' });
  });
});

it('rows that are hidden or filtered out say so', async () => {
  const rows = await readAll(
    await xlsxOf({ rows: `<row r="1">${text('a')}</row><row r="2" hidden="1">${text('b')}</row><row r="3">${text('c')}</row>` }),
  );
  expect(rows.map(({ cells, hidden }) => [cells[0], hidden ?? false])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ]);
});

it('a file says once that its days count from 1904', async () => {
  const [row] = await readAll(await xlsxOf({ settings: '<workbookPr date1904="1"/>', rows: '<row r="1"><c><v>44874</v></c></row>' }));
  expect(row).toMatchObject({ cells: [44874], sheet: { is1904: true } });
});

it('results of formulas count, but where the file says itself that they are void', async () => {
  const rows = '<row r="1"><c><f>1+1</f><v>2</v></c><c><v>3</v></c><c t="str"><f>A1</f><v>x</v></c></row>';
  expect(await cellsOf(await xlsxOf({ rows }))).toEqual([[2, 3, 'x']]);
  for (const on of ['1', 'true']) {
    const cells = await cellsOf(await xlsxOf({ rows, settings: `<calcPr fullCalcOnLoad="${on}"/>` }));
    expect(cells).toEqual([[{ error: '#CALC!' }, 3, { error: '#CALC!' }]]);
  }
  expect(await cellsOf(await xlsxOf({ rows, settings: '<calcPr fullCalcOnLoad="0"/>' }))).toEqual([[2, 3, 'x']]);
});

it('zeros that a format shows before a number are kept beside it', async () => {
  const styles =
    '<numFmts count="2"><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="0.00"/></numFmts><cellXfs><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>';
  const rows = '<row r="1"><c s="0"><v>123</v></c><c s="0"><v>123456</v></c><c s="0"><v>1.5</v></c><c s="1"><v>7</v></c></row>';
  expect(await cellsOf(await xlsxOf({ rows, styles }))).toEqual([[{ number: 123, text: '00123' }, 123456, 1.5, 7]]);
});

it('a cell with a text inline and a value beside it is one of them, by its type', async () => {
  const rows = '<row r="1"><c t="inlineStr"><is><t>1</t></is><v>5</v></c><c><is><t>1</t></is><v>5</v></c></row>';
  expect(await cellsOf(await xlsxOf({ rows }))).toEqual([['1', 5]]);
});

it('UTF-16 is read without its mark', async () => {
  const xml = `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${text('Đức')}</row></sheetData></worksheet>`;
  const part = new Uint8Array(Uint16Array.from([...xml], (char) => char.charCodeAt(0)).buffer);
  expect(await cellsOf(await xlsxOf({ parts: { 'xl/worksheets/sheet1.xml': part } }))).toEqual([['Đức']]);
});

describe('a number format that shows more than digits', () => {
  it.each<[format: string, number: number, shown: string]>([
    ['"NV"0000', 12, 'NV0012'],
    ['"E"0', 5, 'E5'],
    ['\\K\\H000', 7, 'KH007'],
    ['000-0000', 1234567, '123-4567'],
    ['000-0000', 12, '000-0012'],
    ['##-##', 12345, '123-45'],
    ['0000;-0000', 5, '0005'],
    ['0000_ ;[Red]-0000_ ', 5, '0005'],
    ['00000\\ ', 42, '00042'],
    ['[Blue]000', 1, '001'],
    ['0"坪"', 30, '30坪'],
    ['(000) 000', 123456, '(123) 456'],
  ])('%s is a code: %d is %s', (format, number, text) => {
    const kind = cellFormatOf(170, format);
    expect(showNumber(number, kind, false)).toEqual({ number, text });
  });

  it.each<[format: string, number: number]>([
    ['0', 5],
    ['General', 5],
    ['#,##0', 1234],
    ['0.00', 5],
    ['# ?/?', 5],
    ['0000', 12345],
    ['000', -5],
    ['000', 1.5],
    ['[$¥-411]#,##0', 5],
    ['@', 5],
    ['####', 5],
    ['', 5],
  ])('%s shows %d as the number', (format, number) => expect(showNumber(number, cellFormatOf(170, format), false)).toBe(number));

  it('shows hundredths with their sign, and notes what a format made of a text', () => {
    expect(showNumber(0.125, cellFormatOf(9, undefined), false)).toBe('12.5%');
    expect(showNumber(100_000, cellFormatOf(170, '0.00E+00'), false)).toEqual(new MadeValue(100_000));
  });
});
