import { describe, expect, it } from 'vitest';
import { readRows } from '../../../worker/platform/xlsx/read/read.ts';
import { bytesSource } from '../../../worker/platform/xlsx/read/source.ts';
import { type XlsxParts, xlsxOf } from '../../support/workbooks.ts';
import { f64, record, u16, xlsOf } from '../../support/xls-workbooks.ts';
import { MAIN, sheet } from './parts.ts';
import { cellsOf, readAll } from './read-all.ts';

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (n: number, ...cells: (string | null)[]) =>
  `<row r="${n}">${cells.map((value) => (value === null ? '<c s="1"/>' : text(value))).join('')}</row>`;
const merges = (...ranges: string[]) => `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;
const sheetOf = (rows: string, behind: string): XlsxParts =>
  sheet(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${behind}</worksheet>`);

describe('cells that are merged below each other', () => {
  it('have their value in each row of the range that has a value of its own, and make no row', async () => {
    const rows = row(1, 'Khách', 'Việc') + row(2, 'Hòa Bình', 'a') + row(3, null, 'b') + row(4, null, null) + row(6, null, 'c');
    const file = await xlsxOf(sheetOf(rows + row(7, null, 'd'), merges('A2:A6')));
    const read = await readAll(file);
    expect(read.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'Khách', 'Việc'],
      [2, 'Hòa Bình', 'a'],
      [3, 'Hòa Bình', 'b'],
      [6, 'Hòa Bình', 'c'],
      [7, null, 'd'],
    ]);
  });

  it('fill the first column of a wider range only, also behind the last cell of a row, and nothing where the first row is empty', async () => {
    const rows = row(1, 'a', 'b', 'c') + row(2, '1') + row(3, '2') + row(4, '3', 'x') + row(5, '4');
    expect(await cellsOf(await xlsxOf(sheetOf(rows, merges('B1:C2', 'C1:C1', 'B3:B5', 'A1:C1'))))).toEqual([
      ['a', 'b', 'c'],
      ['1', 'b'],
      ['2'],
      ['3', 'x'],
      ['4'],
    ]);
  });

  it('are found behind many rows, whose texts may speak of the sheet, and under a prefix', async () => {
    const many = Array.from({ length: 4000 }, (_, n) => row(n + 2, n === 0 ? 'sheetData' : null, `dòng ${n} sheetData&gt; 山田邸`)).join(
      '',
    );
    const read = await cellsOf(await xlsxOf(sheetOf(row(1, 'h', 'h') + many, merges('A2:A4001'))));
    expect(read.length).toBe(4001);
    expect(new Set(read.slice(1).map(([first]) => first))).toEqual(new Set(['sheetData']));
    const prefixed = `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row><x:row><x:c/><x:c><x:v>2</x:v></x:c></x:row></x:sheetData>
      <x:mergeCells><x:mergeCell ref="A1:A2"/></x:mergeCells></x:worksheet>`;
    expect(await cellsOf(await xlsxOf(sheet(prefixed)))).toEqual([[1], [1, 2]]);
  });

  it('are found in a sheet of UTF-16', async () => {
    const xml = `<worksheet xmlns="${MAIN}"><sheetData>${row(1, 'a', 'b')}${row(2, null, 'c')}</sheetData>${merges('A1:A2')}</worksheet>`;
    const bytes = new Uint8Array(Buffer.from(`\ufeff${xml}`, 'utf16le'));
    expect(await cellsOf(await xlsxOf({ parts: { 'xl/worksheets/sheet1.xml': bytes } }))).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
  });

  it('leave a sheet without rows, and one without them, as they are; only the latter is gone on behind a row', async () => {
    const placesOf = async (behind: string) => {
      const rows = [];
      for await (const each of readRows(bytesSource(await xlsxOf(sheetOf(row(1, 'a') + row(2, 'b'), behind))), { maxRows: 9 }))
        rows.push(each);
      return rows.map(({ end, count }) => [end !== undefined, count]);
    };
    expect(await placesOf('')).toEqual([[true, 1], [true, 2]]); // biome-ignore format: a table
    expect(await placesOf(merges('A1:C1'))).toEqual([[true, 1], [true, 2]]); // biome-ignore format: a table
    expect(await placesOf(merges('B1:B2'))).toEqual([[false, 1], [false, 2]]); // biome-ignore format: a table
    await expect(readAll(await xlsxOf(sheet(`<worksheet xmlns="${MAIN}"><sheetData/></worksheet>`)))).rejects.toMatchObject({
      code: 'empty_workbook',
    });
  });

  it('are found in an .xls', async () => {
    const number = (at: number, column: number, value: number) => record(0x0203, u16(at, column, 0), f64(value));
    const general = record(0x00e0, u16(0, 0), new Array<number>(16).fill(0));
    const records = [number(0, 0, 7), number(0, 1, 1), number(1, 1, 2), number(2, 1, 3), record(0x00e5, u16(2, 0, 1, 0, 0, 2, 2, 0, 3))];
    expect(await cellsOf(xlsOf([general], [{ records }]))).toEqual([[7, 1], [7, 2], [null, 3]]); // biome-ignore format: a table
  });
});
