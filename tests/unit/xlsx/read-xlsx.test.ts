import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { SheetRow } from '../../../worker/platform/xlsx/cell-value.ts';
import { readRows } from '../../../worker/platform/xlsx/read/read.ts';
import { bytesSource } from '../../../worker/platform/xlsx/read/source.ts';
import { excelLikeWorkbook, fileSource, relationships, xlsxOf } from '../../support/workbooks.ts';
import { cellsOf, readAll, refusalOf } from './read-all.ts';

const FIXTURE = join(import.meta.dirname, 'fixtures/libreoffice.xlsx');

describe('a workbook of another library', () => {
  it('gives shared texts, rich text, dates, results of formulas, booleans and errors', async () => {
    const bytes = await madeBy((sheet) => {
      sheet.addRow(['Tên', 'Tên', '𠮷野家', new Date(Date.UTC(2026, 1, 28)), new Date(Date.UTC(2026, 1, 28, 13, 45, 10))]);
      sheet.getCell('D1').numFmt = 'yyyy/mm/dd';
      sheet.getCell('E1').numFmt = 'yyyy/mm/dd hh:mm:ss';
      sheet.addRow([
        { formula: 'A1&"!"', result: 'Tên!' },
        { formula: '1+1', result: 2 },
        { formula: '1/0', result: { error: '#DIV/0!' } },
        { formula: 'TODAY()', result: new Date(Date.UTC(2026, 5, 1)) },
        { formula: '1=1', result: true },
        { formula: 'B1*2' },
      ]);
      sheet.getCell('D2').numFmt = 'd/m/yyyy';
      sheet.addRow([
        { richText: [{ text: 'Nguyễn ' }, { font: { bold: true }, text: 'Văn' }, { text: ' Á' }] },
        true,
        false,
        { error: '#N/A' },
      ]);
    });
    expect(await cellsOf(bytes)).toEqual([
      ['Tên', 'Tên', '𠮷野家', '2026-02-28', '2026-02-28 13:45:10'],
      ['Tên!', 2, { error: '#DIV/0!' }, '2026-06-01', true, { error: '#CALC!' }],
      ['Nguyễn Văn Á', true, false, { error: '#N/A' }],
    ]);
  });

  it('gives merged cells once, keeps row numbers over blank rows and leaves out what is empty at the end', async () => {
    const bytes = await madeBy((sheet) => {
      sheet.getCell('A2').value = 'gộp';
      sheet.mergeCells('A2:C3');
      sheet.getCell('B7').value = 'xa';
      sheet.getCell('D7').value = '';
      sheet.getRow(9).height = 40;
    });
    const rows = await readAll(bytes);
    expect(rows.map(({ row }) => row).filter((row) => row !== 3)).toEqual([2, 7]);
    expect(rows.at(-1)).toMatchObject({ row: 7, cells: [null, 'xa'] });
  });

  it('leaves out a row whose cells hold spaces alone', async () => {
    const bytes = await madeBy((sheet) => {
      sheet.addRow(['a', ' ', 'c']);
      sheet.addRow(['  ', '\u00a0', '\u3000', '\n']);
      sheet.addRow([' b']);
    });
    expect((await readAll(bytes)).map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'a', null, 'c'],
      [3, ' b'],
    ]);
  });

  it('is read from its first visible sheet that has cells', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('Ẩn', { state: 'hidden' }).addRow(['hidden']);
    book.addWorksheet('Rất ẩn', { state: 'veryHidden' }).addRow(['very hidden']);
    book.addWorksheet('Trống');
    book.addWorksheet('Dữ liệu').addRow(['đây']);
    book.addWorksheet('Sau').addRow(['sau']);
    expect(await cellsOf(await bytesOf(book))).toEqual([['đây']]);
  });

  it.each([
    ['2026-01-31', 46053],
    ['1904-01-01', 1462],
    ['1904-01-02', 1463],
  ])('means the same day %s in the 1900 and the 1904 system', async (day, serial) => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const row = (value: number) => `<row r="1"><c r="A1" s="0"><v>${value}</v></c></row>`;
    expect(await cellsOf(await xlsxOf({ styles, rows: row(serial) }))).toEqual([[day]]);
    expect(await cellsOf(await xlsxOf({ styles, rows: row(serial - 1462), settings: '<workbookPr date1904="1"/>' }))).toEqual([[day]]);
  });
});

it('a workbook of LibreOffice is read with its dates, times, errors, breaks and long texts', async () => {
  expect(await cellsOf(await readFile(FIXTURE))).toEqual(LIBREOFFICE);
});

it('a file on disk is read by ranges, and only where it has to be', async () => {
  const bytes = await excelLikeWorkbook(3000, 30);
  const file = await fileSource(FIXTURE);
  const rows: SheetRow[] = [];
  for await (const row of readRows(file, { maxRows: 10 })) rows.push(row);
  await file.close();
  expect(rows.map(({ cells }) => cells)).toEqual(LIBREOFFICE);

  let read = 0;
  const counted = {
    size: bytes.length,
    async read(offset: number, length: number) {
      read++;
      return bytes.subarray(offset, offset + length);
    },
  };
  let count = 0;
  for await (const _ of readRows(counted, { maxRows: 3000 })) count++;
  expect(count).toBe(3000);
  expect(read).toBeLessThanOrEqual(Math.ceil(bytes.length / 2 ** 20) * 2);
});

describe('a workbook that is odd but right', () => {
  it.each([
    ['texts in the cell', '<c r="A1" t="inlineStr"><is><t>a</t></is></c>', ['a']],
    [
      'rich texts in the cell',
      '<c r="A1" t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t xml:space="preserve"> b</t></r></is></c>',
      ['a b'],
    ],
    ['no references', '<c><v>1</v></c><c/><c><v>3</v></c>', [1, null, 3]],
    ['some references', '<c r="B1"><v>1</v></c><c><v>2</v></c><c r="E1"><v>5</v></c>', [null, 1, 2, null, 5]],
    ['small letters', '<c r="b1"><v>1</v></c>', [null, 1]],
    ['cells out of order', '<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c>', [1, null, 3]],
    ['escapes', '<c r="A1" t="str"><v>a_x000D_b_x005F_x0041_ &amp;&#x1F600;&lt;</v></c>', ['a\rb_x0041_ &😀<']],
    ['CDATA', '<c r="A1" t="str"><v><![CDATA[<a>&]]></v></c>', ['<a>&']],
    ['comments and instructions', '<!-- <c> --><c r="A1"><v>1<!-- 2 --></v></c><?x y?>', [1]],
    [
      'dates written out',
      '<c r="A1" t="d"><v>2026-03-01</v></c><c t="d"><v>2026-03-01T10:20:30.5</v></c><c t="d"><v>2026-03-01T00:00:00Z</v></c>',
      ['2026-03-01', '2026-03-01 10:20:30', '2026-03-01'],
    ],
    ['numbers with exponents', '<c r="A1"><v>1.5E-3</v></c><c><v> 7 </v></c><c><v>-0.1</v></c>', [0.0015, 7, -0.1]],
    ['booleans in words', '<c r="A1" t="b"><v>true</v></c><c t="b"><v>0</v></c>', [true, false]],
    [
      'a formula saved without a result',
      '<c r="A1"><f>1+1</f><v></v></c><c><f>2</f></c><c t="str"><f>""</f><v></v></c><c><v>1</v></c>',
      [{ error: '#CALC!' }, { error: '#CALC!' }, null, 1],
    ],
    ['a style that is not there', '<c r="A1" s="99"><v>45000</v></c>', [45000]],
  ])('with %s', async (_, cells, expected) => {
    expect(await cellsOf(await xlsxOf({ rows: `<row r="1">${cells}</row>` }))).toEqual([expected]);
  });

  it('with rows that have no numbers, numbers that jump, and the same header twice', async () => {
    const rows =
      '<row><c t="str"><v>h</v></c><c t="str"><v>h</v></c></row><row/><row><c><v>3</v></c></row><row r="1048576"><c><v>9</v></c></row>';
    expect(await readAll(await xlsxOf({ rows }))).toMatchObject([
      { row: 1, cells: ['h', 'h'] },
      { row: 3, cells: [3] },
      { row: 1_048_576, cells: [9] },
    ]);
  });

  it('with shared texts that carry furigana, runs and nothing', async () => {
    const strings =
      '<si/><si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><phoneticPr fontId="1"/></si><si><r><t>a</t></r><r><t>b</t></r></si><si><t/></si>';
    const rows = '<row r="1"><c r="A1" t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>0</v></c><c><v>1</v></c></row>';
    expect(await cellsOf(await xlsxOf({ rows, strings }))).toEqual([['山田', 'ab', null, 1]]);
  });

  it('in the strict format', async () => {
    const main = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
    const links = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const bytes = await xlsxOf({
      parts: {
        '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']], links),
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': relationships(
          [
            ['worksheet', '/xl/worksheets/sheet1.xml'],
            ['styles', 'styles.xml'],
          ],
          links,
        ),
        'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`,
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>46053</v></c></row></sheetData></worksheet>`,
      },
    });
    expect(await cellsOf(bytes)).toEqual([['2026-01-31']]);
  });

  it('with prefixes, foreign elements, UTF-16, backslashes and capitals in its names', async () => {
    const main = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
    const sheet = `<?xml version="1.0" encoding="UTF-16"?><x:worksheet ${main} xmlns:y="urn:y"><y:sheetData><y:row><y:c><y:v>7</y:v></y:c></y:row></y:sheetData><x:sheetData><x:row r="1"><y:c r="A1"><y:v>8</y:v></y:c><x:c r="A1" t="str"><x:v>ữ</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(sheet, 'utf16le')]);
    const bytes = await xlsxOf({ parts: { 'xl/worksheets/sheet1.xml': undefined, 'XL\\Worksheets\\Sheet1.xml': new Uint8Array(utf16) } });
    expect(await cellsOf(bytes)).toEqual([['ữ']]);
  });

  it('with prefixes that mean something else within an element, and what they meant behind it', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const cell = (name: string, value: number) => `<${name}:c r="${name.toUpperCase()}1"><${name}:v>${value}</${name}:v></${name}:c>`;
    const row = `<a:row r="1">${cell('a', 1)}<a:c xmlns:a="urn:a" r="B1"><a:v>2</a:v></a:c><b:c xmlns:b="${main}" r="C1"><b:v>3</b:v></b:c>${cell('a', 4).replace('A1', 'D1')}</a:row>`;
    const sheet = `<a:worksheet xmlns:a="${main}"><a:sheetData>${row}</a:sheetData></a:worksheet>`;
    expect(await cellsOf(await xlsxOf({ parts: { 'xl/worksheets/sheet1.xml': sheet } }))).toEqual([[1, null, 3, 4]]);
    const unknown = sheet.replace(`<b:c xmlns:b="${main}"`, '<b:c');
    expect(await refusalOf(await xlsxOf({ parts: { 'xl/worksheets/sheet1.xml': unknown } }))).toBe('broken');
  });

  it('with an entry whose own header says something else than the directory', async () => {
    const bytes = await xlsxOf({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>' });
    // The flags of the first entry: here, that its name is UTF-8.
    bytes[7] = bytes[7]! ^ 8;
    expect(await cellsOf(bytes)).toEqual([[1]]);
  });

  it('without styles', async () => {
    const rows = '<row r="1"><c r="A1" s="3"><v>1</v></c></row>';
    const parts = { 'xl/styles.xml': undefined, 'xl/_rels/workbook.xml.rels': relationships([['worksheet', 'worksheets/sheet1.xml']]) };
    expect(await cellsOf(await xlsxOf({ rows, parts }))).toEqual([[1]]);
  });
});

describe('reading', () => {
  it('stops with the reason of its signal', async () => {
    const bytes = await excelLikeWorkbook(2000, 30);
    const stop = new AbortController();
    const reading = (async () => {
      for await (const { row } of readRows(bytesSource(bytes), { maxRows: 5000, signal: stop.signal }))
        if (row === 3) stop.abort(new Error('cancelled'));
    })();
    await expect(reading).rejects.toThrow('cancelled');
  });

  it('passes a failure of the source on as it is, since that file is not to blame', async () => {
    const bytes = await excelLikeWorkbook(20_000, 10);
    expect(bytes.length).toBeGreaterThan(1_000_000);
    let reads = 0;
    const failing = {
      size: bytes.length,
      async read(offset: number, length: number) {
        if (++reads > 1) throw new Error('storage unavailable');
        return bytes.subarray(offset, offset + length);
      },
    };
    const reading = (async () => {
      for await (const _ of readRows(failing, { maxRows: 50_000 }));
    })();
    await expect(reading).rejects.toThrow('storage unavailable');
  });

  it('counts rows with a value against the limit and names it', async () => {
    const rows = '<row r="1"><c><v>1</v></c></row><row r="5"/><row r="9"><c><v>2</v></c></row>';
    expect(await readAll(await xlsxOf({ rows }), 2)).toHaveLength(2);
    expect(await refusalOf(await xlsxOf({ rows }), 1)).toBe('too_many_rows');
  });
});

const LIBREOFFICE = [
  ['Tên', '面積', 'Ngày', 'Giờ', 'Kết quả', 'Kết quả', 'Ghi chú'],
  ['Nguyễn Văn Á', 35.5, '2026-02-28', '2026-02-28 13:45:10', 71, null, `${'x'.repeat(9000)}漢字`],
  ['𠮷野家 邸', 12345.678, '1900-03-01', '12:00:00', { error: '#DIV/0!' }, true, true],
  ['=1+1', -7, '2100-12-31', '25:30:00', '12.5%', { error: '#N/A' }, 'a\nb\tc'],
  ['gộp', null, null, null, null, null, 'cuối'],
];

async function madeBy(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet('S'));
  return await bytesOf(book);
}

async function bytesOf(book: ExcelJS.Workbook): Promise<Uint8Array> {
  return new Uint8Array(await book.xlsx.writeBuffer());
}
