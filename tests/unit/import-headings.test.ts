import { describe, expect, it } from 'vitest';
import { importableOf, maxRowsOf } from '../../worker/features/imports/importable.ts';
import { createTitleReader, fromHeadings, type HeadedRow } from '../../worker/features/imports/read/headings.ts';
import type { CellValue, SheetRow } from '../../worker/platform/xlsx/cell-value.ts';

const tsubos = importableOf('tsubos');
const sheet = { name: 'Sheet1', is1904: false };

async function* rowsOf(...cells: CellValue[][]): AsyncGenerator<SheetRow> {
  for (const [index, each] of cells.entries()) yield { row: index + 1, cells: each, sheet, count: index + 1 };
}

async function read(...cells: CellValue[][]): Promise<HeadedRow[]> {
  const rows: HeadedRow[] = [];
  for await (const row of fromHeadings(rowsOf(...cells), tsubos)) rows.push(row);
  return rows;
}

const HEADINGS = ['scale_factor_code', 'scale_factor', 'description'];

describe('the headings of a sheet', () => {
  it('are the last of two rows where the second knows more columns', async () => {
    const [first, second] = await read(['Bảng quy mô'], ['scale_factor_code', 'scale_factor', 'Hệ số'], HEADINGS, ['A', 1, 'x']);
    expect(first!.cells).toEqual(HEADINGS);
    expect(first!.above).toBe(2);
    expect(second!.cells).toEqual(['A', 1, 'x']);
  });

  it('are the first of two rows that know the same', async () => {
    const [first, second] = await read(HEADINGS, HEADINGS);
    expect({ above: first!.above, row: second!.row }).toEqual({ above: 0, row: 2 });
  });

  it('are not the words before values that stand above a table', async () => {
    const [first] = await read(['scale_factor_code:', 'A', 'Hệ số:', 1], ['Tháng 9'], HEADINGS, ['A', 1, 'x']);
    expect(first!.cells).toEqual(HEADINGS);
  });

  it('and what stands above them do not count towards the limit of rows', async () => {
    const limit = maxRowsOf(tsubos);
    const data = Array.from({ length: limit }, (): CellValue[] => ['A', 1, 'x']);
    expect(await read(['Bảng'], ['Tháng 9'], HEADINGS, ...data)).toHaveLength(limit + 1);
    await expect(read(['Bảng'], ['Tháng 9'], HEADINGS, ...data, ['A', 1, 'x'])).rejects.toMatchObject({ code: 'too_many_rows' });
  });
});

describe('a heading names its field', () => {
  const fieldOf = createTitleReader(importableOf('directs'));

  it.each([
    ['Số tsubo\n(坪)', 'tsubosuu'],
    ['坪数（坪）', 'tsubosuu'],
    ['Diện tích (㎡)', 'menseki'],
    ['面積 [m2] *', 'menseki'],
    ['得意先 / Khách hàng', 'customer_id'],
    ['Người thiết kế\n(mã)', 'user_id'],
    ['Ngày trả (yyyy/mm/dd)', 'henkyaku_hi'],
    ['【必須】返却日', 'henkyaku_hi'],
    ['Thời gian thiết kế (phút)', 'sagyou_jikan'],
    ['Floor area (坪)', 'tsubosuu'],
  ])('%s', (title, field) => {
    expect(fieldOf(title)).toBe(field);
  });

  it.each([
    ['with another unit', 'Diện tích (坪)'],
    ['with another unit of time', 'Thời gian thiết kế (giờ)'],
    ['with a word that makes it another one', 'Ngày trả (dự kiến)'],
    ['with a number', 'Ghi chú (2)'],
    ['beside another field', '作業者／チェック者'],
    ['only by its unit', '(坪)'],
    ['before its value', '得意先：'],
  ])('not %s', (_, title) => {
    expect(fieldOf(title)).toBeUndefined();
  });
});
