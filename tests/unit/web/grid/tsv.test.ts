import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTsv, writeTsv } from '../../../../web/features/grid/tsv.ts';

describe('tab-separated text of the clipboard', () => {
  it.each([
    [
      'the last row ends with a line break',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['rows end with LF or CR too', 'a\nb\rc', [['a'], ['b'], ['c']]],
    ['one empty cell', '\r\n', [['']]],
    ['an empty row between', 'a\r\n\r\nb\r\n', [['a'], [''], ['b']]],
    [
      'empty cells at the end of a row',
      'a\t\t\r\nb\tc\td',
      [
        ['a', '', ''],
        ['b', 'c', 'd'],
      ],
    ],
    [
      'a line break and a tab in quotes',
      '"một\nhai"\t"x\ty"\r\nz\tw',
      [
        ['một\nhai', 'x\ty'],
        ['z', 'w'],
      ],
    ],
    ['doubled quotes in quotes', '"nói ""có""\nrồi"\tb', [['nói "có"\nrồi', 'b']]],
    ['quotes that are part of a text', '"trích"\t5" màn hình\t"hở', [['"trích"', '5" màn hình', '"hở']]],
    ['nothing', '', []],
  ])('is read where there is %s', (_, text, rows) => expect(readTsv(text)).toEqual(rows));

  it('reads what it writes, whatever the cells hold', () => {
    const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', '\t', '\n', 'a', '=', 'ộ', '池') }));
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(block, (rows) => {
        const cells = rows.map((row) => row.map((text) => text.replace(/\r\n?/g, '\n')));
        // As Excel does, each row ends with a line break.
        expect(readTsv(`${writeTsv(cells)}\r\n`)).toEqual(cells);
      }),
    );
  });
});
