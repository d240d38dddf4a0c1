/** A cell of a grid, by the places of its row and column. */
export interface CellPlace {
  row: number;
  column: number;
}

/** What is chosen in a grid: from the cell where it began to the one that has the focus. */
export interface Selection {
  anchor: CellPlace;
  focus: CellPlace;
}

/** Places of the first and last row and column, inclusive. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface GridSize {
  rows: number;
  columns: number;
}

/** Rows that Page Up and Page Down pass. */
const PAGE_ROWS = 10;

export function selectCell(place: CellPlace): Selection {
  return { anchor: place, focus: place };
}

export function extendTo({ anchor }: Selection, focus: CellPlace): Selection {
  return { anchor, focus };
}

export function rangeOf({ anchor, focus }: Selection): CellRange {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function sizeOf({ top, bottom, left, right }: CellRange): GridSize {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

/** The selection within a grid that may have become smaller. */
export function clampSelection({ anchor, focus }: Selection, size: GridSize): Selection {
  return { anchor: clamp(anchor, size), focus: clamp(focus, size) };
}

interface Modifiers {
  ctrl: boolean;
  shift: boolean;
}

/** Where a key moves the focus, as in the ARIA pattern of grids: Shift takes the cells between along. Undefined for any other key. */
export function moveSelection(selection: Selection, key: string, { ctrl, shift }: Modifiers, size: GridSize): Selection | undefined {
  const { row, column } = selection.focus;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const target: Partial<Record<string, CellPlace>> = {
    ArrowUp: { row: ctrl ? 0 : row - 1, column },
    ArrowDown: { row: ctrl ? last.row : row + 1, column },
    ArrowLeft: { row, column: ctrl ? 0 : column - 1 },
    ArrowRight: { row, column: ctrl ? last.column : column + 1 },
    PageUp: { row: row - PAGE_ROWS, column },
    PageDown: { row: row + PAGE_ROWS, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? last.row : row, column: last.column },
  };
  const next = target[key];
  if (!next) return undefined;
  const focus = clamp(next, size);
  return shift ? extendTo(selection, focus) : selectCell(focus);
}

/**
 * The next cell that can be edited, by reading order (Tab) or down its column (Enter), backwards with a step of -1; undefined where there is
 * none.
 */
export function findNextCell(
  { row, column }: CellPlace,
  along: 'row' | 'column',
  step: 1 | -1,
  { rows, columns }: GridSize,
  isEditable: (place: CellPlace) => boolean,
): CellPlace | undefined {
  if (along === 'column') {
    for (let next = row + step; next >= 0 && next < rows; next += step) if (isEditable({ row: next, column })) return { row: next, column };
    return undefined;
  }
  for (let at = row * columns + column + step; at >= 0 && at < rows * columns; at += step) {
    const place = { row: Math.floor(at / columns), column: at % columns };
    if (isEditable(place)) return place;
  }
  return undefined;
}

function clamp({ row, column }: CellPlace, size: GridSize): CellPlace {
  return { row: within(row, size.rows), column: within(column, size.columns) };
}

const within = (at: number, size: number): number => Math.max(0, Math.min(at, size - 1));
