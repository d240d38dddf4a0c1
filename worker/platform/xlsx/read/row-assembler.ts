import { type CellValue, MadeValue, type SheetInfo, type SheetRow } from '../cell-value.ts';
import { WorkbookError } from '../workbook-error.ts';
import { MAX_COLUMNS } from './limits.ts';
import type { MergedCells } from './merged-cells.ts';
import { MAX_SHEET_ROWS } from './open-xml.ts';
import type { ReadBudget } from './read-budget.ts';

/** Rows with a value, header included, and columns that a sheet may have; one more is 'too_many_rows' or 'too_large'. */
export interface RowLimits {
  maxRows: number;
  maxColumns: number;
}

/** Puts cells together to rows, for any format that stores its rows in order; rows of blank cells vanish, the numbers of the others stay. */
export class RowAssembler {
  #limits: RowLimits;
  #budget: ReadBudget;
  #count = 0;
  #row = 0;
  #cells: CellValue[] = [];
  #made: number[] = [];
  #hidden = false;
  #end: number | undefined;
  #sheet: SheetInfo;
  #ready: SheetRow[] = [];
  #merged: MergedCells | undefined;

  constructor(sheet: SheetInfo, limits: RowLimits, budget: ReadBudget) {
    this.#sheet = sheet;
    this.#limits = limits;
    this.#budget = budget;
  }

  /** Which cells take the value of one above. Such rows can't be gone on behind: what stands above them would be missing. */
  setMerged(merged: MergedCells): void {
    this.#merged = merged.isEmpty ? undefined : merged;
  }

  /** Hides columns; a sheet says which before its rows. */
  hideColumns(first: number, last: number): void {
    this.#sheet.hiddenColumns ??= [];
    if (first < MAX_COLUMNS && this.#sheet.hiddenColumns.length < MAX_COLUMNS) this.#sheet.hiddenColumns.push([first, last]);
  }

  /** Goes on to a row, from 1; rows only ever ascend. */
  startRow(row: number, hidden = false): void {
    if (row === this.#row) return;
    if (!(row > this.#row && row <= MAX_SHEET_ROWS)) throw new WorkbookError('broken', { cause: `row ${row} after row ${this.#row}` });
    this.#finishRow();
    this.#row = row;
    this.#hidden = hidden;
  }

  /** Sets a cell of the current row; `column` counts from 0. */
  set(column: number, given: CellValue | MadeValue): void {
    const value = given instanceof MadeValue ? given.value : given;
    if (value === null || (typeof value === 'string' && value.trim() === '')) return;
    if (!(column >= 0) || this.#row === 0) throw new WorkbookError('broken', { cause: `column ${column} of row ${this.#row}` });
    const { maxColumns } = this.#limits;
    if (column >= maxColumns) throw new WorkbookError('many_columns', { limit: maxColumns });
    this.#budget.earnCell();
    while (this.#cells.length < column) this.#cells.push(null);
    this.#cells[column] = value;
    if (given instanceof MadeValue) this.#made.push(column);
  }

  /** Where the current row ends in the text of its sheet. */
  endRow(position: number): void {
    this.#end = position;
  }

  /** Goes on behind a row, which was the `count`th with a value. */
  skipTo(row: number, count: number): void {
    this.#finishRow();
    this.#row = row;
    this.#count = count;
  }

  /** Rows with a value so far. */
  get count(): number {
    return this.#count;
  }

  /** The rows completed since the last call. */
  take(): SheetRow[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  end(): void {
    this.#finishRow();
  }

  #finishRow(): void {
    if (this.#cells.length === 0) return;
    if (++this.#count > this.#limits.maxRows) throw new WorkbookError('many_rows', { limit: this.#limits.maxRows });
    const merged = this.#merged?.fill(this.#row, this.#cells) ? { merged: true as const } : {};
    const place = this.#end === undefined || this.#merged ? {} : { end: this.#end };
    const hidden = this.#hidden ? { hidden: true as const } : {};
    const made = this.#made.length > 0 ? { made: this.#made } : {};
    this.#ready.push({
      row: this.#row,
      cells: this.#cells,
      ...hidden,
      ...made,
      ...merged,
      sheet: this.#sheet,
      count: this.#count,
      ...place,
    });
    this.#cells = [];
    this.#made = [];
  }
}
