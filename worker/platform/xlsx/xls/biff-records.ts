import type { WorkbookSource } from '../read/source.ts';

/** The records of an .xls stream ([MS-XLS], BIFF8) that carry cell values and what is needed to read them. */
export const RECORD = {
  formula: 0x0006,
  /** The same as Excel 3 and 4 wrote them, which some programs still do. */
  formulaOfExcel3: 0x0206,
  formulaOfExcel4: 0x0406,
  endOfSubstream: 0x000a,
  date1904: 0x0022,
  encryption: 0x002f,
  continue: 0x003c,
  columns: 0x007d,
  sheet: 0x0085,
  numbersPacked: 0x00bd,
  richText: 0x00d6,
  cellFormat: 0x00e0,
  mergedCells: 0x00e5,
  sharedStrings: 0x00fc,
  sharedString: 0x00fd,
  number: 0x0203,
  row: 0x0208,
  text: 0x0204,
  booleanOrError: 0x0205,
  formulaText: 0x0207,
  numberPacked: 0x027e,
  numberFormat: 0x041e,
  startOfSubstream: 0x0809,
} as const;

export interface BiffRecord {
  id: number;
  /** A view of the record's data; valid until the next record is asked for. */
  data: DataView;
}

const HEADER_BYTES = 4;
const READ_BYTES = 256 * 1024;

/** Reads records one after the other from an offset of the stream, a quarter of a megabyte at a time. */
export class RecordReader {
  #source: WorkbookSource;
  #at: number;
  #buffer: DataView = new DataView(new ArrayBuffer(0));
  #used = 0;

  constructor(source: WorkbookSource, offset: number) {
    this.#source = source;
    this.#at = offset;
  }

  /** Where the next record begins in the stream. */
  get offset(): number {
    return this.#at + this.#used;
  }

  /** The next record if it is in memory already; undefined: ask `load` for more. */
  next(): BiffRecord | undefined {
    const left = this.#buffer.byteLength - this.#used;
    if (left < HEADER_BYTES) return undefined;
    const length = this.#buffer.getUint16(this.#used + 2, true);
    if (left < HEADER_BYTES + length) return undefined;
    const id = this.#buffer.getUint16(this.#used, true);
    const data = new DataView(this.#buffer.buffer, this.#buffer.byteOffset + this.#used + HEADER_BYTES, length);
    this.#used += HEADER_BYTES + length;
    return { id, data };
  }

  /** Reads on from the first record not yet handed out; false when the stream holds no further whole record. */
  async load(): Promise<boolean> {
    this.#at += this.#used;
    this.#used = 0;
    const length = Math.min(READ_BYTES, this.#source.size - this.#at);
    if (length < HEADER_BYTES) return false;
    const bytes = await this.#source.read(this.#at, length);
    this.#buffer = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return length >= HEADER_BYTES + this.#buffer.getUint16(2, true);
  }
}
