import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SheetRow } from '../../../worker/platform/xlsx/cell-value.ts';
import { WorkbookError } from '../../../worker/platform/xlsx/workbook-error.ts';
import { runs } from '../../support/property-runs.ts';
import { excelLikeWorkbook, xlsxOf, xlsxParts, zipOf } from '../../support/workbooks.ts';
import { record, u16, u32, xlsOf, xlsText } from '../../support/xls-workbooks.ts';
import { readAll } from './read-all.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const files: Record<string, Uint8Array> = {};

beforeAll(async () => {
  files['an .xlsx as Excel writes it'] = await excelLikeWorkbook(40, 6);
  files['an .xlsx that is not compressed'] = await zipOf(
    xlsxParts({ rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings: '<si><t>ữ</t></si>' }),
    { level: 0 },
  );
  files['an .xlsx of LibreOffice'] = await readFile(join(FIXTURES, 'libreoffice.xlsx'));
  files['an .xls of LibreOffice'] = await readFile(join(FIXTURES, 'libreoffice.xls'));
  files['a small .xls'] = xlsOf([record(0x00fc, u32(1, 1), xlsText('ữ'))], [{ records: [record(0x00fd, u16(0, 0, 0), u32(0))] }]);
});

/** Either rows or a refusal that says what is wrong; anything else, or no end, fails the test. */
async function outcome(bytes: Uint8Array): Promise<SheetRow[] | WorkbookError> {
  try {
    return await readAll(bytes);
  } catch (error) {
    if (error instanceof WorkbookError) return error;
    throw error;
  }
}

describe.each([
  'an .xlsx as Excel writes it',
  'an .xlsx that is not compressed',
  'an .xlsx of LibreOffice',
  'an .xls of LibreOffice',
  'a small .xls',
])('%s', (name) => {
  it('that was cut off anywhere is refused', async () => {
    const file = files[name]!;
    const whole = JSON.stringify(await outcome(file));
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), async (length) => {
        const result = await outcome(file.subarray(0, length));
        // An .xls may end in bytes that nobody needs.
        if (!(result instanceof WorkbookError)) {
          expect(name).toEqual(expect.stringContaining('.xls'));
          expect(JSON.stringify(result)).toEqual(whole);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('with bytes changed anywhere is read or refused', async () => {
    const file = files[name]!;
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const damaged = file.slice();
        for (const [at, value] of changes) damaged[at] = value;
        await outcome(damaged);
      }),
      { numRuns: runs(300) },
    );
  });

  it('with a piece taken out, doubled or overwritten is read or refused', async () => {
    const file = files[name]!;
    const place = fc.nat(file.length - 1);
    await fc.assert(
      fc.asyncProperty(place, place, place, async (a, b, c) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const piece = file.subarray(from, to);
        await outcome(new Uint8Array(Buffer.concat([file.subarray(0, from), file.subarray(to)])));
        await outcome(new Uint8Array(Buffer.concat([file.subarray(0, to), piece, file.subarray(to)])));
        const overwritten = file.slice();
        overwritten.set(piece.subarray(0, file.length - c), c);
        await outcome(overwritten);
      }),
      { numRuns: runs(100) },
    );
  });
});

it('XML of any kind in any part is read or refused', async () => {
  const token = fc.constantFrom(
    '<row>',
    '<row r="2">',
    '</row>',
    '<c>',
    '<c r="A1" t="s">',
    '<c t="b">',
    '<c t="d" s="1">',
    '</c>',
    '<v>',
    '</v>',
    '<v>1</v>',
    '<v/>',
    '<is>',
    '</is>',
    '<t>',
    '</t>',
    '<f>',
    '</f>',
    '<rPh>',
    '</rPh>',
    '<si>',
    '</si>',
    '<xf numFmtId="14"/>',
    '<numFmt numFmtId="x" formatCode="[h"/>',
    '<cellXfs>',
    '</cellXfs>',
    '&amp;',
    '&#0;',
    ']]>',
    '<![CDATA[',
    '-1',
    '1e9',
    'ữ',
  );
  const xml = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));
  await fc.assert(
    fc.asyncProperty(xml, xml, xml, async (rows, strings, styles) => {
      await outcome(await xlsxOf({ rows, strings, styles }));
    }),
    { numRuns: runs(300) },
  );
});

it('an .xls of any records is read or refused', async () => {
  const ids = [0x06, 0x0a, 0x22, 0x3c, 0xbd, 0xd6, 0xe0, 0xfc, 0xfd, 0x203, 0x204, 0x205, 0x207, 0x27e, 0x41e, 0x809];
  const records = fc.array(
    fc
      .tuple(fc.constantFrom(...ids), fc.array(fc.oneof(fc.constantFrom(0, 1, 255), fc.nat(255)), { maxLength: 24 }))
      .map(([id, data]) => record(id, data)),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(records, records, async (globals, sheet) => {
      await outcome(xlsOf(globals, [{ records: sheet }]));
    }),
    { numRuns: runs(500) },
  );
});
