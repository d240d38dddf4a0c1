import type { Row } from '../../api/client.ts';
import { type CellPlace, type CellRange, sizeOf } from './cell-range.ts';
import type { CellValue } from './cell-value.ts';
import { type GridColumn, savedText } from './columns.ts';
import { type CellChange, type Edits, savedValue } from './edit-store.ts';
import type { TextBlock } from './tsv.ts';

/** What a grid shows, and what may be written in it. */
export interface GridContent {
  rows: readonly Row[];
  columns: readonly GridColumn[];
  edits: Edits;
  /** Why a row cannot be written; undefined for one that can. */
  disabledReason: (row: Row) => string | undefined;
}

/** What a paste, a fill or a clearing does; nothing is done where the block does not fit. */
export interface PlannedChanges {
  changes: CellChange[];
  /** Rows that are left out, and why. */
  disabled: { row: Row; reason: string }[];
  /** Cells that are only read and would be another text. */
  readOnly: number;
  /** Changes whose value the field does not take. */
  invalid: number;
  /** The block has so many rows or columns more than stand from the first cell on. */
  overflow?: { rows: number; columns: number };
  /** The cells that were written. */
  range: CellRange;
}

/** The value of a cell with the edits. */
function currentValue({ edits }: Pick<GridContent, 'edits'>, row: Row, name: string): CellValue {
  const edited = edits[row.id]?.values[name];
  return edited === undefined ? savedValue(row, name) : edited;
}

/** Cells of a range as text, as they stand with the edits. */
export function copyCells(content: GridContent, { top, bottom, left, right }: CellRange): TextBlock {
  return content.rows.slice(top, bottom + 1).map((row) =>
    content.columns.slice(left, right + 1).map((column) => {
      const { field } = column;
      return field ? field.write(currentValue(content, row, field.name)) : savedText(column, row);
    }),
  );
}

/**
 * Puts a block of texts into a grid. It begins at the first cell of the range; where the range is a multiple of the block, the block is repeated
 * over it: one value goes into all cells.
 */
export function pasteTexts(content: GridContent, range: CellRange, block: TextBlock): PlannedChanges {
  const size = { rows: block.length, columns: Math.max(0, ...block.map((row) => row.length)) };
  const wanted = sizeOf(range);
  const isRepeated = size.rows > 0 && size.columns > 0 && wanted.rows % size.rows === 0 && wanted.columns % size.columns === 0;
  const target = isRepeated ? wanted : size;
  const overflow = {
    rows: Math.max(0, range.top + target.rows - content.rows.length),
    columns: Math.max(0, range.left + target.columns - content.columns.length),
  };
  const written = { ...range, bottom: range.top + target.rows - 1, right: range.left + target.columns - 1 };
  if (overflow.rows > 0 || overflow.columns > 0) return { changes: [], disabled: [], readOnly: 0, invalid: 0, overflow, range };
  const textAt = (place: CellPlace) => block[(place.row - range.top) % size.rows]![(place.column - range.left) % size.columns];
  return planCells(content, written, (place, { field }) => {
    const text = textAt(place);
    // A row that is shorter than the block says nothing of the cells behind it.
    return text === undefined ? undefined : { text, value: field?.read(text) ?? null };
  });
}

/** Copies the first row of a range, or of a single row the one above it, into the rows below. */
export function fillDown(content: GridContent, range: CellRange): PlannedChanges {
  const source = range.top === range.bottom ? range.top - 1 : range.top;
  if (source < 0) return planCells(content, range, () => undefined);
  return planCells(content, { ...range, top: source + 1 }, (place) => copyOf(content, { ...place, row: source }));
}

/** Puts what one cell holds into all cells of a range that are of the same column. */
export function spreadCell(content: GridContent, range: CellRange, from: CellPlace): PlannedChanges {
  return planCells(content, range, (place) => (place.column === from.column ? copyOf(content, from) : undefined));
}

export function clearCells(content: GridContent, range: CellRange): PlannedChanges {
  return planCells(content, range, () => ({ value: null }));
}

interface NewCell {
  value: CellValue;
  /** What a paste has there, to be compared with a cell that is only read. */
  text?: string;
}

function copyOf(content: GridContent, { row, column }: CellPlace): NewCell | undefined {
  const { field } = content.columns[column]!;
  return field && { value: currentValue(content, content.rows[row]!, field.name) };
}

function planCells(
  content: GridContent,
  range: CellRange,
  cellAt: (place: CellPlace, column: GridColumn) => NewCell | undefined,
): PlannedChanges {
  const planned: PlannedChanges = { changes: [], disabled: [], readOnly: 0, invalid: 0, range };
  for (let row = range.top; row <= range.bottom; row++) {
    const record = content.rows[row]!;
    const reason = content.disabledReason(record);
    let isWanted = false;
    for (let at = range.left; at <= range.right; at++) {
      const column = content.columns[at]!;
      const cell = cellAt({ row, column: at }, column);
      if (!cell) continue;
      const { field } = column;
      if (!field) planned.readOnly += cell.text !== undefined && cell.text.trim() !== savedText(column, record) ? 1 : 0;
      else if (reason !== undefined) isWanted ||= cell.value !== currentValue(content, record, field.name);
      else {
        planned.changes.push({ row: record, field: field.name, value: cell.value });
        planned.invalid += field.problem(cell.value) === undefined ? 0 : 1;
      }
    }
    if (isWanted) planned.disabled.push({ row: record, reason: reason! });
  }
  return planned;
}
