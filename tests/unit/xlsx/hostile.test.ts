import { describe, expect, it } from 'vitest';
import { ReadBudget } from '../../../worker/platform/xlsx/read/read-budget.ts';
import { SharedStrings } from '../../../worker/platform/xlsx/read/shared-strings.ts';
import { relationships, type XlsxParts, xlsxOf, zipOf } from '../../support/workbooks.ts';
import { xlsOf } from '../../support/xls-workbooks.ts';
import { MAIN, ROW, randomText, sheet } from './parts.ts';
import { errorOf, refusalOf } from './read-all.ts';

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
    expect(await refusalOf(patched)).toBeOneOf(['bomb', 'broken']);
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
    expect(error.code).toBe('too_large');
    expect(error.text.vi).toEqual(expect.stringContaining('300'));
    expect(error.text.en).toEqual(expect.stringContaining('300'));
    await expect(refusalOf(await xlsxOf({ rows: '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="0"/></row>' }))).rejects.toThrow(
      'read 1 rows',
    );
    const wide = Array.from({ length: 16_384 }, () => '<c><v>1</v></c>').join('');
    expect(await refusalOf(await xlsxOf({ rows: `<row>${wide}</row>` }))).toBe('too_large');
  });

  it('a file over 20 MB is refused without being read', async () => {
    const error = await errorOf(new Uint8Array(20 * 1024 * 1024 + 1));
    expect({ code: error.code, vi: error.text.vi }).toEqual({ code: 'too_large', vi: expect.stringContaining('20 MB') });
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
    return { code, ...text };
  };
  const naming = (vi: string, en: string) => ({
    code: 'too_large',
    vi: expect.stringContaining(vi),
    en: expect.stringContaining(en),
  });

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
    expect({ code, ...text }).toEqual(naming('3.000.000', '3,000,000'));
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

/** The offset of the records of the zip's directory. */
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
