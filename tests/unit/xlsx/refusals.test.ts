import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sniffWorkbook } from '../../../worker/platform/xlsx/read/sniff.ts';
import { bytesSource } from '../../../worker/platform/xlsx/read/source.ts';
import { WorkbookError as Refusal, type WorkbookError } from '../../../worker/platform/xlsx/workbook-error.ts';
import { relationships, type XlsxParts, xlsxOf, xlsxParts, zipOf } from '../../support/workbooks.ts';
import { compoundFile, xlsOf } from '../../support/xls-workbooks.ts';
import { MAIN, ROW, randomText, sheet } from './parts.ts';
import { readAll, refusalOf } from './read-all.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file that is no workbook, whatever its name says,', () => {
  it.each([
    ['a CSV', bytes('a;b\n1;2\n')],
    ['a web page saved as .xls', bytes('<html><table><tr><td>1</td></tr></table></html>')],
    ['XML of Excel 2003', bytes('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>')],
    ['a PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['a PDF', bytes('%PDF-1.7\n')],
    ['noise', new Uint8Array(randomBytes(5000)).fill(1, 0, 1)],
    ['one byte', bytes('P')],
  ])('such as %s, is refused as not_a_workbook', async (_, file) => expect(await refusalOf(file)).toBe('not_a_workbook'));

  it.each([
    ['a zip of something else', { 'readme.txt': 'hello' }],
    [
      'a Word document',
      {
        '[Content_Types].xml': '<Types/>',
        '_rels/.rels': relationships([['officeDocument', 'word/document.xml']]),
        'word/document.xml': '<document/>',
        'word/_rels/document.xml.rels': relationships([]),
      },
    ],
    ['an OpenDocument sheet', { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }],
    ['an .xlsb', { '_rels/.rels': relationships([['officeDocument', 'xl/workbook.bin']]), 'xl/workbook.bin': 'x' }],
    ['a package without a main part', { '_rels/.rels': relationships([]) }],
  ])('such as %s, is refused as not_a_workbook', async (_, parts) => expect(await refusalOf(await zipOf(parts))).toBe('not_a_workbook'));
});

describe('a workbook without data', () => {
  it('is refused as empty_workbook: no bytes, no cells, only empty texts', async () => {
    expect(await refusalOf(new Uint8Array(0))).toBe('empty_workbook');
    expect(await refusalOf(await xlsxOf({}))).toBe('empty_workbook');
    expect(await refusalOf(await xlsxOf({ rows: '<row r="1"><c r="A1" t="str"><v></v></c><c r="B1" s="1"/></row>' }))).toBe(
      'empty_workbook',
    );
  });

  it('but with a header only is read', async () => {
    await expect(refusalOf(await xlsxOf({ rows: ROW }))).rejects.toThrow('read 1 rows');
  });
});

describe('a damaged workbook is refused as broken:', () => {
  it.each([
    ['no sheet part', { parts: { 'xl/worksheets/sheet1.xml': undefined } }],
    ['no workbook part', { parts: { 'xl/workbook.xml': undefined } }],
    ['no relationships of the workbook', { parts: { 'xl/_rels/workbook.xml.rels': undefined } }],
    ['no styles though they are named', { parts: { 'xl/styles.xml': undefined } }],
    ['a sheet without relationship', { parts: { 'xl/_rels/workbook.xml.rels': relationships([]) } }],
    ['a text number beyond the shared strings', { strings: '<si><t>a</t></si>', rows: '<row><c t="s"><v>1</v></c></row>' }],
    ['a negative text number', { strings: '<si><t>a</t></si>', rows: '<row><c t="s"><v>-1</v></c></row>' }],
    ['half a text number', { strings: '<si><t>a</t></si>', rows: '<row><c t="s"><v>0.5</v></c></row>' }],
    ['shared texts without the part', { rows: '<row><c t="s"><v>0</v></c></row>' }],
    ['a number cell without a number', { rows: '<row><c><v>abc</v></c></row>' }],
    ['an endless number', { rows: '<row><c><v>1e400</v></c></row>' }],
    ['a row that goes back', { rows: '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>' }],
    ['a row beyond the last', { rows: '<row r="1048577"><c><v>1</v></c></row>' }],
    ['a row number that is none', { rows: '<row r="x"><c><v>1</v></c></row>' }],
    ['a cell reference that is none', { rows: '<row r="1"><c r="1A"><v>1</v></c></row>' }],
    ['a cell outside any row', { rows: '<c r="A1"><v>1</v></c>' }],
    ['an element that is not closed', sheet(`<worksheet xmlns="${MAIN}"><sheetData>${ROW}</sheetData>`)],
    ['elements that cross', sheet(`<worksheet xmlns="${MAIN}"><sheetData><row></sheetData></row></worksheet>`)],
    ['a bare ampersand', { rows: '<row><c t="str"><v>a & b</v></c></row>' }],
    ['an unknown entity', { rows: '<row><c t="str"><v>&nbsp;</v></c></row>' }],
    ['a prefix that is not bound', { rows: '<x:row/>' }],
    ['text that is not UTF-8', { parts: { 'xl/worksheets/sheet1.xml': Uint8Array.from([...bytes('<worksheet>'), 0xff, 0xfe, 0xff]) } }],
    ['an empty part', sheet('')],
    ['elements nested without end', sheet(`<worksheet xmlns="${MAIN}">${'<a>'.repeat(100_000)}`)],
    [
      'one text without end',
      {
        parts: {
          'xl/sharedStrings.xml': undefined,
          'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData><row><c t="str"><v>${randomText(3_000_000)}`,
        },
      },
    ],
  ] as [string, XlsxParts][])('%s', async (_, parts) => expect(await refusalOf(await xlsxOf(parts))).toBe('broken'));

  it('not for shared strings that are named and missing, where no cell uses them', async () => {
    const file = await xlsxOf({ strings: '', rows: ROW, parts: { 'xl/sharedStrings.xml': undefined } });
    expect(await readAll(file)).toHaveLength(1);
  });

  it('the same part twice', async () => {
    const parts = xlsxParts({ rows: ROW });
    expect(await refusalOf(await zipOf({ ...parts, 'XL/workbook.xml': parts['xl/workbook.xml']! }))).toBe('broken');
  });
});

describe('a workbook with a password', () => {
  it('around it or in its zip is refused as encrypted', async () => {
    expect(await refusalOf(compoundFile({ EncryptionInfo: new Uint8Array(200), EncryptedPackage: new Uint8Array(9000) }))).toBe(
      'encrypted',
    );
    expect(await refusalOf(await zipOf(xlsxParts({ rows: ROW }), { password: 'secret' }))).toBe('encrypted');
  });
});

it('the kind of a file is detected from its bytes', async () => {
  const kindOf = async (file: Uint8Array) => await sniffWorkbook(bytesSource(file));
  expect(await kindOf(await xlsxOf({}))).toBe('xlsx');
  expect(await kindOf(xlsOf([], [{ records: [] }]))).toBe('xls');
  expect(await kindOf(compoundFile({ EncryptedPackage: new Uint8Array(5) }))).toBe('encrypted');
  expect(await kindOf(compoundFile({ WordDocument: new Uint8Array(5) }))).toBe('other');
  expect(await kindOf(bytes('a,b'))).toBe('other');
  expect(await kindOf(new Uint8Array(0))).toBe('other');
});

it('every error says in both languages what is wrong and how to fix it', () => {
  const faults = [
    'not_a_workbook',
    'other_format',
    'no_bytes',
    'no_cells',
    'encrypted',
    'broken',
    'large_file',
    'large_text',
    'many_columns',
    'many_rows',
    'many_sheets',
    'many_cells',
    'empty_content',
    'idle_content',
    'bomb',
  ] as const;
  const errors: WorkbookError[] = faults.map((fault) => new Refusal(fault, { limit: 20 }));
  for (const { text } of errors) {
    for (const language of [text.vi, text.en]) expect(language).toMatch(/^[A-ZĐ].+[.)] [A-ZĐ].+\.$/);
    expect(`${text.vi}${text.en}`).not.toContain('{');
  }
});
