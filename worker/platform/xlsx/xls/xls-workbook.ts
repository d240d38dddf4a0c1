import { MAX_SHEETS } from '../read/limits.ts';
import { type CellFormat, cellFormatOf } from '../read/number-formats.ts';
import type { SharedStrings } from '../read/shared-strings.ts';
import type { WorkbookSource } from '../read/source.ts';
import { WorkbookError } from '../workbook-error.ts';
import { type BiffRecord, RECORD, RecordReader } from './biff-records.ts';
import { BiffTextReader, readStringTable } from './biff-text.ts';

/** What the first part of an .xls (the globals) says about its sheets. */
export interface XlsWorkbook {
  /** The worksheets with their offsets in the stream, in the order of their tabs. */
  sheets: { name: string; offset: number; isHidden: boolean }[];
  strings: SharedStrings | undefined;
  is1904: boolean;
  /** By cell format number. */
  formats: (CellFormat | undefined)[];
}

const BIFF8 = 0x0600;
const VISIBLE = 0;
const WORKSHEET = 0;
const WORKSHEET_SUBSTREAM = 0x10;

/** Reads the globals; an old version is 'other_format', a password 'encrypted'. */
export async function readXlsWorkbook(stream: WorkbookSource): Promise<XlsWorkbook> {
  const reader = new RecordReader(stream, 0);
  const globals = new Globals();
  do {
    for (let record = reader.next(); record; record = reader.next()) if (globals.read(record)) return globals.workbook();
  } while (await reader.load());
  throw new WorkbookError('broken', { cause: 'the globals of the .xls do not end' });
}

class Globals {
  #book: XlsWorkbook = { sheets: [], strings: undefined, is1904: false, formats: [] };
  #codes = new Map<number, string>();
  #formats: number[] = [];
  #table: DataView[] = [];
  #continuing = false;
  #started = false;
  /** Some writers put a substream, such as a chart's, into the globals. */
  #depth = 0;
  #sheetCount = 0;

  /** True at the end of the globals. */
  read({ id, data }: BiffRecord): boolean {
    if (!this.#started) this.#start(id, data);
    else if (id === RECORD.startOfSubstream) {
      // Without an end of the globals the first sheet ends them.
      if (data.getUint16(2, true) === WORKSHEET_SUBSTREAM) return true;
      this.#depth++;
    } else if (this.#depth > 0) {
      if (id === RECORD.endOfSubstream) this.#depth--;
      return false;
    }
    this.#continuing = id === RECORD.sharedStrings || (this.#continuing && id === RECORD.continue);
    if (this.#continuing) this.#keep(data);
    else if (id === RECORD.encryption) throw new WorkbookError('encrypted_xls');
    else if (id === RECORD.date1904) this.#book.is1904 = data.getUint16(0, true) === 1;
    else if (id === RECORD.numberFormat) this.#codes.set(data.getUint16(0, true), new BiffTextReader([data], 2).text());
    else if (id === RECORD.cellFormat) this.#formats.push(data.getUint16(2, true));
    else if (id === RECORD.sheet) this.#addSheet(data);
    return id === RECORD.endOfSubstream;
  }

  workbook(): XlsWorkbook {
    if (this.#table.length > 0) this.#book.strings = readStringTable(this.#table);
    this.#book.formats = this.#formats.map((id) => cellFormatOf(id, this.#codes.get(id)));
    return this.#book;
  }

  #start(id: number, data: DataView): void {
    if (id !== RECORD.startOfSubstream || data.byteLength < 4) throw new WorkbookError('broken', { cause: 'no start of the .xls globals' });
    if (data.getUint16(0, true) !== BIFF8) throw new WorkbookError('other_format');
    this.#started = true;
  }

  #addSheet(data: DataView): void {
    if (++this.#sheetCount > MAX_SHEETS) throw new WorkbookError('many_sheets', { limit: MAX_SHEETS });
    if (data.getUint8(5) !== WORKSHEET) return;
    const isHidden = (data.getUint8(4) & 3) !== VISIBLE;
    this.#book.sheets.push({ name: new BiffTextReader([data], 6).shortText(), offset: data.getUint32(0, true), isHidden });
  }

  /** The record's view is only lent, so its bytes are copied. */
  #keep(data: DataView): void {
    this.#table.push(new DataView(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)));
  }
}
