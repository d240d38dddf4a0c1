import { Buffer } from 'node:buffer';
import type { CellValue } from '../cell-value.ts';
import type { Archive } from './archive.ts';
import { MAX_COLUMNS } from './limits.ts';
import { columnOf, MAX_SHEET_ROWS } from './open-xml.ts';
import { isMain } from './workbook-parts.ts';
import { attributeOf, XmlReader } from './xml-reader.ts';

/** Room for a row, and for a column, in the number that a range is kept as: a sheet may have a million of them. */
const [ROWS, COLUMNS] = [2 * MAX_SHEET_ROWS, 512];

/**
 * Ranges of cells below each other that are merged into one. A file has the value in the first row only; it is that of the column in every row of
 * the range that has a value of its own. Cells that are merged side by side stay as they are: the value belongs to the first column.
 */
export class MergedCells {
  #ranges: number[] = [];
  #next = 0;
  /** By column, the value of the range that the present row lies in. */
  #open = new Map<number, { last: number; value: CellValue }>();

  get isEmpty(): boolean {
    return this.#ranges.length === 0;
  }

  /** Adds a range; rows count from 1, columns from 0. */
  add(firstRow: number, lastRow: number, column: number): void {
    if (lastRow > firstRow && lastRow <= MAX_SHEET_ROWS && column < MAX_COLUMNS)
      this.#ranges.push((firstRow * ROWS + lastRow) * COLUMNS + column);
  }

  /** Puts the ranges in the order of their rows, after the last one was added. */
  sort(): void {
    this.#ranges = Array.from(Float64Array.from(this.#ranges).sort());
  }

  /** Fills the cells of a row that are merged with one above, and answers whether there are any. Rows come in their order. */
  fill(row: number, cells: CellValue[]): boolean {
    let isFilled = false;
    for (; this.#next < this.#ranges.length; this.#next++) {
      const range = this.#ranges[this.#next]!;
      const [column, rows] = [range % COLUMNS, Math.floor(range / COLUMNS)];
      const [first, last] = [Math.floor(rows / ROWS), rows % ROWS];
      if (first > row) break;
      const value = first === row ? (cells[column] ?? null) : null;
      if (value !== null) this.#open.set(column, { last, value });
    }
    for (const [column, { last, value }] of this.#open) {
      if (row > last) this.#open.delete(column);
      else if ((cells[column] ?? null) === null) {
        while (cells.length < column) cells.push(null);
        cells[column] = value;
        isFilled = true;
      }
    }
    return isFilled;
  }
}

/**
 * The merged cells of a sheet of an .xlsx. They stand behind its rows, so its part is inflated once before it is read, and only what stands around the
 * rows is parsed: a tenth of what reading it costs.
 */
export async function readMergedCells(archive: Archive, path: string): Promise<MergedCells> {
  const merged = new MergedCells();
  const xml = new XmlReader(
    {
      open(tag) {
        if (tag.local === 'mergeCell' && isMain(tag)) addRange(merged, attributeOf(tag, 'ref') ?? '');
      },
    },
    archive.budget,
  );
  const rows = new RowFilter();
  for await (const slice of archive.chunks(path)) for (const part of rows.leaveOut(slice)) xml.write(part);
  xml.end();
  merged.sort();
  return merged;
}

const RANGE = /^([a-z]{1,3})(\d{1,7}):[a-z]{1,3}(\d{1,7})$/i;

function addRange(merged: MergedCells, reference: string): void {
  const [, letters, first, last] = RANGE.exec(reference) ?? [];
  if (letters) merged.add(Number(first), Number(last), columnOf(`${letters}1`));
}

/** Leaves the text between the tags of `sheetData` out of the slices of a part, each of which ends with a tag. In a text of UTF-16 it finds none. */
class RowFilter {
  #inRows = false;
  #isPast = false;

  *leaveOut(slice: Uint8Array): Generator<Uint8Array> {
    if (this.#isPast) return void (yield slice);
    const text = Buffer.from(slice.buffer, slice.byteOffset, slice.length);
    let from = 0;
    if (!this.#inRows) {
      const name = text.indexOf('sheetData');
      const end = name < 0 ? -1 : text.indexOf('>', name);
      if (end < 0) return void (yield slice);
      yield slice.subarray(0, end + 1);
      from = end + 1;
      this.#inRows = text[end - 1] !== SLASH;
      this.#isPast = !this.#inRows;
    }
    if (this.#inRows) {
      const end = findEndTag(text, from);
      if (end < 0) return;
      from = end;
      this.#isPast = true;
      this.#inRows = false;
    }
    yield slice.subarray(from);
  }
}

const SLASH = 0x2f;

/** Where the end tag of `sheetData` begins, whatever its prefix; -1 where it does not. */
function findEndTag(text: Buffer, from: number): number {
  for (let name = text.indexOf('sheetData', from); name >= 0; name = text.indexOf('sheetData', name + 1)) {
    const start = text.lastIndexOf('</', name);
    if (start >= from && /^<\/(?:[\w.-]+:)?$/.test(text.toString('latin1', start, name))) return start;
  }
  return -1;
}
