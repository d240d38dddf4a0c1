import { type CellValue, type MadeValue, showNumber } from '../cell-value.ts';
import type { RowAssembler } from '../read/row-assembler.ts';
import { WorkbookError } from '../workbook-error.ts';
import { type BiffRecord, RECORD } from './biff-records.ts';
import { BiffTextReader } from './biff-text.ts';
import type { XlsWorkbook } from './xls-workbook.ts';

const ERRORS: Record<number, string> = { 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' };
const HIDDEN_OFFSET = 12;
const HIDDEN = 0x20;
const COLUMN_FLAGS_OFFSET = 8;
const HIDDEN_COLUMN = 1;
const RESULT_IS_TEXT = 0;
const RESULT_IS_BOOLEAN = 1;
const RESULT_IS_ERROR = 2;

/** Turns the records of one .xls sheet into rows. */
export class XlsRows {
  #rows: RowAssembler;
  #book: XlsWorkbook;
  /** Charts on the sheet are substreams inside it. */
  #depth = 0;
  /** The column of a formula whose text follows in a record of its own. */
  #awaitsText: number | undefined;
  #textBlocks: DataView[] = [];
  #hiddenRows = new Set<number>();

  constructor(rows: RowAssembler, book: XlsWorkbook) {
    this.#rows = rows;
    this.#book = book;
  }

  /** True at the end of the sheet. */
  read({ id, data }: BiffRecord): boolean {
    if (this.#textBlocks.length > 0 && id !== RECORD.continue) this.#finishText();
    if (id === RECORD.startOfSubstream) this.#depth++;
    else if (this.#depth === 0) throw new WorkbookError('broken', { cause: 'no sheet where the .xls says' });
    else if (id === RECORD.endOfSubstream) return --this.#depth === 0;
    else if (this.#depth === 1) this.#cell(id, data);
    return false;
  }

  #cell(id: number, data: DataView): void {
    if (id === RECORD.row) this.#rowProperties(data);
    else if (id === RECORD.columns) this.#columnProperties(data);
    else if (id === RECORD.sharedString) this.#set(data, this.#sharedString(data.getUint32(6, true)));
    else if (id === RECORD.number) this.#set(data, this.#number(data.getUint16(4, true), data.getFloat64(6, true)));
    else if (id === RECORD.numberPacked) this.#set(data, this.#number(data.getUint16(4, true), unpack(data.getInt32(6, true))));
    else if (id === RECORD.numbersPacked) this.#numbers(data);
    else if (id === RECORD.text || id === RECORD.richText) this.#set(data, new BiffTextReader([data], 6).text());
    else if (id === RECORD.booleanOrError) this.#set(data, data.getUint8(7) === 1 ? errorOf(data.getUint8(6)) : data.getUint8(6) !== 0);
    else if (id === RECORD.formula || id === RECORD.formulaOfExcel3 || id === RECORD.formulaOfExcel4) this.#formula(data);
    else if (this.#awaitsText !== undefined && (id === RECORD.formulaText || (id === RECORD.continue && this.#textBlocks.length > 0)))
      this.#textBlocks.push(new DataView(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)));
  }

  /** Rows describe themselves before their cells. */
  #rowProperties(data: DataView): void {
    if (data.byteLength > HIDDEN_OFFSET && data.getUint8(HIDDEN_OFFSET) & HIDDEN) this.#hiddenRows.add(data.getUint16(0, true));
  }

  /** The first and the last of some columns, their width, format and flags. */
  #columnProperties(data: DataView): void {
    if (data.byteLength > COLUMN_FLAGS_OFFSET && data.getUint8(COLUMN_FLAGS_OFFSET) & HIDDEN_COLUMN)
      this.#rows.hideColumns(data.getUint16(0, true), data.getUint16(2, true));
  }

  #startRow(data: DataView): void {
    const row = data.getUint16(0, true);
    this.#rows.startRow(row + 1, this.#hiddenRows.has(row));
  }

  #numbers(data: DataView): void {
    const first = data.getUint16(2, true);
    const count = Math.floor((data.byteLength - 6) / 6);
    this.#startRow(data);
    for (let i = 0; i < count; i++) {
      this.#rows.set(first + i, this.#number(data.getUint16(4 + i * 6, true), unpack(data.getInt32(6 + i * 6, true))));
    }
  }

  /** A result that is no number has two bytes of ones behind a code. */
  #formula(data: DataView): void {
    this.#awaitsText = undefined;
    const kind = data.getUint8(6);
    if (data.getUint16(12, true) !== 0xffff) this.#set(data, this.#number(data.getUint16(4, true), data.getFloat64(6, true)));
    else if (kind === RESULT_IS_TEXT) {
      this.#startRow(data);
      this.#awaitsText = data.getUint16(2, true);
    } else if (kind === RESULT_IS_BOOLEAN) this.#set(data, data.getUint8(8) !== 0);
    else if (kind === RESULT_IS_ERROR) this.#set(data, errorOf(data.getUint8(8)));
  }

  #finishText(): void {
    this.#rows.set(this.#awaitsText!, new BiffTextReader(this.#textBlocks).text());
    this.#textBlocks = [];
    this.#awaitsText = undefined;
  }

  #set(data: DataView, value: CellValue | MadeValue): void {
    this.#startRow(data);
    this.#rows.set(data.getUint16(2, true), value);
  }

  #number(format: number, value: number): CellValue | MadeValue {
    if (!Number.isFinite(value)) return { error: '#NUM!' };
    return showNumber(value, this.#book.formats[format], this.#book.is1904);
  }

  #sharedString(id: number): string {
    const text = this.#book.strings?.get(id);
    if (text === undefined) throw new WorkbookError('broken', { cause: 'a text that is not in the shared strings' });
    return text;
  }
}

function errorOf(code: number): CellValue {
  return { error: ERRORS[code] ?? '#ERROR!' };
}

const bits = new DataView(new ArrayBuffer(8));

/** A number in 30 bits: an integer or the upper half of a float, perhaps in hundredths. */
function unpack(packed: number): number {
  let value = packed >> 2;
  if ((packed & 2) === 0) {
    bits.setInt32(0, packed & ~3);
    value = bits.getFloat64(0);
  }
  return packed & 1 ? value / 100 : value;
}
