import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ReadBudget } from '../../../worker/xlsx/read/read-budget.ts';
import { SharedStrings } from '../../../worker/xlsx/read/shared-strings.ts';
import { sniffWorkbook } from '../../../worker/xlsx/read/sniff.ts';
import { bytesSource } from '../../../worker/xlsx/read/source.ts';
import { WorkbookError as Refusal, type WorkbookError } from '../../../worker/xlsx/workbook-error.ts';
import { relationships, type XlsxParts, xlsxOf, xlsxParts, zipOf } from '../../support/workbooks.ts';
import { compoundFile, xlsOf } from '../../support/xls-workbooks.ts';
import { errorOf, refusalOf } from './read-all.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>';
const bytes = (text: string) => new TextEncoder().encode(text);
const sheet = (xml: string): XlsxParts => ({ parts: { 'xl/worksheets/sheet1.xml': xml } });

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
    ['no shared strings though they are named', { strings: '', rows: ROW, parts: { 'xl/sharedStrings.xml': undefined } }],
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

  it('the same part twice', async () => {
    const parts = xlsxParts({ rows: ROW });
    expect(await refusalOf(await zipOf({ ...parts, 'XL/workbook.xml': parts['xl/workbook.xml']! }))).toBe('broken');
  });
});

describe('a workbook made to do harm', () => {
  const doctype = (body: string) =>
    sheet(
      `<?xml version="1.0"?><!DOCTYPE worksheet ${body}><worksheet xmlns="${MAIN}"><sheetData><row><c t="str"><v>&x;</v></c></row></sheetData></worksheet>`,
    );

  it.each([
    ['reads a file of the server', doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]')],
    ['calls out', doctype('SYSTEM "http://127.0.0.1:9/x.dtd"')],
    [
      'laughs a billion times',
      doctype(
        `[<!ENTITY l "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${i ? `l${i}` : 'x'} "${`&l${i + 1};`.repeat(10)}">`).join('')}]`,
      ),
    ],
    ['declares nothing harmful at all', sheet(`<!DOCTYPE worksheet><worksheet xmlns="${MAIN}"><sheetData>${ROW}</sheetData></worksheet>`)],
  ])('that %s by a document type is refused', async (_, parts) => expect(await refusalOf(await xlsxOf(parts))).toBe('broken'));

  it.each(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/workbook.xml', '_rels/.rels'])(
    'a bomb in %s is refused before it goes off',
    async (path) => {
      const file = await xlsxOf({ strings: '', rows: ROW, parts: { [path]: new Uint8Array(8_000_000).fill(32) } });
      expect(file.length).toBeLessThan(20_000);
      expect(await refusalOf(file)).toBe('bomb');
    },
  );

  it('a zip bomb with a false size is refused when it inflates beyond that size', async () => {
    const file = await xlsxOf({ rows: ROW, parts: { 'xl/worksheets/sheet1.xml': new Uint8Array(8_000_000).fill(32) } });
    const patched = withSizes(file, 8_000_000, 1000);
    expect(['bomb', 'broken']).toContain(await refusalOf(patched));
  });

  it('entries that lie on top of each other are refused', async () => {
    const file = await xlsxOf({ rows: ROW });
    const at = directoryOffsets(file);
    const view = new DataView(file.buffer, file.byteOffset);
    // Workbook and sheet both point to where the sheet's bytes are.
    view.setUint32(at[2]! + 42, view.getUint32(at[4]! + 42, true), true);
    expect(await refusalOf(file)).toBe('broken');
  });

  it('more parts than any workbook has are refused', async () => {
    expect(await refusalOf(await zipWithEntries(5000))).toBe('not_a_workbook');
    expect(await refusalOf(await zipWithEntries(5001))).toBe('bomb');
  });

  it('a value beyond column 300 is refused and the limit named, an empty cell there is not', async () => {
    const error = await errorOf(await xlsxOf({ rows: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }));
    expect([error.code, error.text.vi, error.text.en]).toEqual([
      'too_large',
      expect.stringContaining('300'),
      expect.stringContaining('300'),
    ]);
    await expect(refusalOf(await xlsxOf({ rows: '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="0"/></row>' }))).rejects.toThrow(
      'read 1 rows',
    );
    const wide = Array.from({ length: 16_384 }, () => '<c><v>1</v></c>').join('');
    expect(await refusalOf(await xlsxOf({ rows: `<row>${wide}</row>` }))).toBe('too_large');
  });

  it('a file over 20 MB is refused without being read', async () => {
    const error = await errorOf(new Uint8Array(20 * 1024 * 1024 + 1));
    expect([error.code, error.text.vi]).toEqual(['too_large', expect.stringContaining('20 MB')]);
  });

  it('more shared text than memory should hold is refused, in few long texts or in very many empty ones', () => {
    for (const text of ['ữ'.repeat(30_000), '']) {
      const strings = new SharedStrings();
      const fill = () => {
        while (strings.count < 10_000_000) strings.add(text);
      };
      expect(fill).toThrow(expect.objectContaining({ code: 'too_large', message: expect.stringContaining('40 MB') }));
    }
  });
});

describe('a workbook that asks for work without end', () => {
  const refused = async (parts: XlsxParts) => {
    const { code, text } = await errorOf(await xlsxOf(parts));
    return [code, text.vi, text.en];
  };
  const naming = (vi: string, en: string) => ['too_large', expect.stringContaining(vi), expect.stringContaining(en)];

  it('of more than 100 sheets, hidden ones included, is refused before any is read', async () => {
    expect(await refused(manySheets(101))).toEqual(naming('100 trang tính', '100 sheets'));
    expect(await refused(manySheets(40_000))).toEqual(naming('100 trang tính', '100 sheets'));
    await expect(refusalOf(await xlsxOf(manySheets(100)))).rejects.toThrow('read 1 rows');
    const xls = xlsOf(
      [],
      Array.from({ length: 101 }, () => ({ records: [] })),
    );
    expect((await errorOf(xls)).text.vi).toContain('100 trang tính');
  });

  it('of blank cells without end is refused at three million, whatever their part of the file', async () => {
    // The noise keeps the ratio of compression honest.
    const { code, text } = await errorOf(await xlsxOf({ rows: `${blankRows(3_100_000)}<!--${randomText(300_000)}-->` }));
    expect([code, text.vi, text.en]).toEqual(naming('3.000.000', '3,000,000'));
  });

  it('of attributes, comments or foreign elements without end is refused at 64 MB', () => {
    const budget = new ReadBudget();
    const read = () => {
      for (let slices = 0; slices < 2000; slices += 1) budget.spendBytes(128 * 1024);
    };
    expect(read).toThrow(expect.objectContaining({ code: 'too_large', message: expect.stringContaining('64 MB') }));
  });

  it('is recognised by its values: 100,000 rows of 50 columns pass, one cell more does not', () => {
    const budget = new ReadBudget();
    for (let cell = 0; cell < 5_000_000; cell += 1) {
      for (let element = 0; element < 3; element += 1) budget.spendElement();
      budget.spendBytes(60);
      budget.earnCell();
    }
    expect(() => budget.earnCell()).toThrow(expect.objectContaining({ message: expect.stringContaining('5,000,000') }));
  });

  it('yields to other work every 128 kB', async () => {
    const file = await xlsxOf({ rows: `${blankRows(500_000)}<row><c><v>1</v></c></row>` });
    let turns = 0;
    const timer = setInterval(() => turns++);
    await expect(refusalOf(file)).rejects.toThrow('read 1 rows');
    clearInterval(timer);
    // 2 MB are 16 slices.
    expect(turns).toBeGreaterThanOrEqual(8);
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

/** A workbook of so many sheets, all but the first one hidden, that all are one and the same part. */
function manySheets(count: number): XlsxParts {
  const sheets = Array.from(
    { length: count },
    (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" ${i ? 'state="hidden" ' : ''}r:id="rId${i + 1}"/>`,
  );
  return {
    rows: ROW,
    parts: {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships(sheets.map(() => ['worksheet', 'worksheets/sheet1.xml'] as const)),
    },
  };
}

/** Rows of 100 cells without a value. */
function blankRows(cells: number): string {
  return `<row>${'<c/>'.repeat(100)}</row>`.repeat(cells / 100);
}

function randomText(length: number): string {
  return randomBytes(Math.ceil(length * 0.75))
    .toString('base64')
    .slice(0, length);
}

/** Where the records of the zip's directory begin. */
function directoryOffsets(zip: Uint8Array): number[] {
  const view = new DataView(zip.buffer, zip.byteOffset);
  const offsets: number[] = [];
  for (let at = 0; at + 4 <= zip.length; at++) if (view.getUint32(at, true) === 0x02014b50) offsets.push(at);
  return offsets;
}

/** A zip whose directory names one entry under many names. */
async function zipWithEntries(count: number): Promise<Uint8Array> {
  const zip = await zipOf({ part00000: 'x' });
  const [start = 0] = directoryOffsets(zip);
  const end = zip.length - 22;
  const records = Array.from({ length: count }, (_, i) => {
    const copy = Buffer.from(zip.subarray(start, end));
    copy.write(String(i).padStart(5, '0'), 46 + 4);
    return copy;
  });
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(count * (end - start), 12);
  return new Uint8Array(Buffer.concat([zip.subarray(0, start), ...records, tail]));
}

/** The zip with one uncompressed size replaced by another wherever it is written down. */
function withSizes(zip: Uint8Array, from: number, to: number): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset);
  for (let at = 0; at + 4 <= zip.length; at++) if (view.getUint32(at, true) === from) view.setUint32(at, to, true);
  return zip;
}
