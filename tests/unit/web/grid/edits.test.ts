import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNextCell, moveSelection, selectCell } from '../../../../web/features/grid/cell-range.ts';
import { toGridColumns } from '../../../../web/features/grid/columns.ts';
import { createEditStore } from '../../../../web/features/grid/edit-store.ts';
import { clearCells, copyCells, fillDown, type GridContent, pasteTexts, spreadCell } from '../../../../web/features/grid/plan-changes.ts';
import { mistakes } from '../../../../worker/contracts/entities/mistakes.ts';

const COLUMNS = toGridColumns(mistakes, mistakes.columns, {}, 'vi');
const EDITED = ['rate_at', 'link_case', 'mistake', 'code_mistake', 'point'];
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{
      id: at + 1,
      version: 1,
      rate_at: '2026-09-01',
      link_case: null,
      mistake: `Lỗi ${at}`,
      code_mistake: 'A',
      point: 1,
      detect_by: 'T',
    },
    is_checked: at % 7 === 3 ? 1 : 0,
  }));
const content = (count: number): GridContent => ({
  rows: rows(count),
  columns: COLUMNS,
  edits: {},
  disabledReason: (row) => (row.is_checked === 1 ? 'Đã kiểm tra' : undefined),
});
const columnOf = (name: string) => COLUMNS.findIndex(({ field }) => field?.name === name);

describe('a paste', () => {
  it('of 200 × 5 cells changes exactly those cells, and one undo takes it back', () => {
    const grid = { ...content(200), disabledReason: () => undefined };
    const columns = COLUMNS.filter(({ field }) => field && EDITED.includes(field.name));
    const block = grid.rows.map((_, at) => ['3/9/2026', `Vụ ${at}`, `Sai ${at}`, `M-${at}`, '1.234,5']);
    const planned = pasteTexts({ ...grid, columns }, { top: 0, bottom: 0, left: 0, right: 0 }, block);
    expect(planned).toMatchObject({ disabled: [], invalid: 0, readOnly: 0 });
    const store = createEditStore();
    store.apply(planned.changes);
    expect(store.count()).toBe(1000);
    const order = columns.map(({ field }) => field!.name);
    const expected = ['2026-09-03', 'Vụ 7', 'Sai 7', 'M-7', 1234.5];
    expect(store.edits.get()[8]!.values).toEqual(Object.fromEntries(order.map((name, at) => [name, expected[at]])));
    store.undo();
    expect(store.edits.get()).toEqual({});
  });

  it('of more rows or columns than there are takes none, and says so', () => {
    const range = { top: 8, bottom: 8, left: columnOf('point'), right: columnOf('point') };
    expect(pasteTexts(content(10), range, [['1'], ['2'], ['3']])).toMatchObject({ changes: [], overflow: { rows: 1, columns: 0 } });
    const wide = [Array.from({ length: 40 }, () => '1')];
    expect(pasteTexts(content(10), range, wide)).toMatchObject({ changes: [], overflow: { rows: 0 } });
  });

  it('names rows that cannot be written and leaves read-only cells alone', () => {
    const grid = content(10);
    const all = { top: 0, bottom: 9, left: 0, right: COLUMNS.length - 1 };
    const planned = pasteTexts(grid, all, [['9']]);
    expect(planned.disabled.map(({ row }) => row.id)).toEqual([4]);
    expect(planned.readOnly).toBeGreaterThan(0);
    expect(planned.changes.every(({ row }) => row.is_checked === 0)).toBe(true);
  });
});

it('a range is filled with its first row, with one value or with nothing, and nothing outside it changes', () => {
  const place = fc.record({ row: fc.nat(9), column: fc.nat(COLUMNS.length - 1) });
  fc.assert(
    fc.property(place, place, fc.constantFrom('down', 'spread', 'clear', 'paste'), (one, other, what) => {
      const grid = content(10);
      const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)];
      const [left, right] = [Math.min(one.column, other.column), Math.max(one.column, other.column)];
      const range = { top, bottom, left, right };
      const plans = {
        down: () => fillDown(grid, range),
        spread: () => spreadCell(grid, range, other),
        clear: () => clearCells(grid, range),
        paste: () => pasteTexts(grid, range, [['5']]),
      };
      for (const { row, field } of plans[what]().changes) {
        const at = { row: grid.rows.indexOf(row as never), column: columnOf(field) };
        expect(at.row >= top && at.row <= bottom && at.column >= left && at.column <= right).toBe(true);
        expect(row.is_checked).toBe(0);
      }
    }),
  );
});

it('what is copied is pasted as it was', () => {
  const grid = content(6);
  const range = { top: 0, bottom: 5, left: 0, right: COLUMNS.length - 1 };
  const { changes } = pasteTexts(grid, range, copyCells(grid, range));
  const store = createEditStore();
  store.apply(changes);
  expect(store.edits.get()).toEqual({});
});

it('undo and redo walk through every step, also letters of one cell as one', () => {
  const [row] = rows(1);
  const change = fc.record({
    field: fc.constantFrom(...EDITED),
    value: fc.constantFrom(1, 2, 'x', null),
    session: fc.constantFrom('a', 'b', undefined),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const store = createEditStore();
      for (const { field, value, session } of changes) store.apply([{ row: row!, field, value }], session && `${session} ${field}`);
      const after = store.edits.get();
      let steps = 0;
      while (store.undo()) steps++;
      expect(store.edits.get()).toEqual({});
      expect(steps).toBeLessThanOrEqual(changes.length);
      while (store.redo());
      expect(store.edits.get()).toEqual(after);
    }),
  );
});

it('a save keeps what was typed since, and what was refused', () => {
  const [first, second] = rows(2);
  const store = createEditStore();
  store.apply([
    { row: first!, field: 'point', value: 5 },
    { row: second!, field: 'point', value: 6 },
  ]);
  store.send();
  store.apply([{ row: first!, field: 'code_mistake', value: 'B' }]);
  store.settle({ data: [{ ...first!, point: 5, version: 2 }], refused: [{ id: 2, message: 'x' }] });
  expect(store.edits.get()).toEqual({
    1: { version: 2, values: { code_mistake: 'B' } },
    2: { version: 1, values: { point: 6 } },
  });
});

it('keys move within the grid, and Tab and Enter only to cells that can be edited', () => {
  const size = { rows: 4, columns: 5 };
  const place = fc.record({ row: fc.nat(3), column: fc.nat(4) });
  const key = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown');
  fc.assert(
    fc.property(place, key, fc.boolean(), fc.boolean(), fc.constantFrom(1, -1), (from, pressed, ctrl, shift, step) => {
      const moved = moveSelection(selectCell(from), pressed, { ctrl, shift }, size)!;
      expect(moved.focus.row >= 0 && moved.focus.row < 4 && moved.focus.column >= 0 && moved.focus.column < 5).toBe(true);
      expect(moved.anchor).toEqual(shift ? from : moved.focus);
      const isEditable = ({ row, column }: typeof from) => (row + column) % 2 === 0;
      for (const along of ['row', 'column'] as const) {
        const next = findNextCell(from, along, step as 1 | -1, size, isEditable);
        if (next) expect(isEditable(next)).toBe(true);
      }
    }),
  );
});
