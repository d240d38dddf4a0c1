import { type CellValue, MadeValue, showNumber, UNCALCULATED } from '../cell-value.ts';
import { WorkbookError } from '../workbook-error.ts';
import { fromCellXml } from './cell-text.ts';
import { columnOf } from './open-xml.ts';
import type { RowAssembler } from './row-assembler.ts';
import type { SharedStrings } from './shared-strings.ts';
import { TextRuns } from './text-runs.ts';
import { isMain, type WorkbookParts } from './workbook-parts.ts';
import { attributeOf, type XmlHandlers, type XmlTag } from './xml-reader.ts';

const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$/;

/** Reads the XML of a worksheet into rows. Rows and cells may leave out their references: then they follow the one before. */
export class SheetHandlers implements XmlHandlers {
  #rows: RowAssembler;
  #strings: SharedStrings | undefined;
  #book: WorkbookParts;
  #namespace: string | undefined;
  #inData = false;
  #row = 0;
  #column = -1;
  #type = '';
  #style = 0;
  #value = '';
  #inValue = false;
  #hasFormula = false;
  #inline: TextRuns | undefined;
  #inlineText: string | undefined;

  constructor(rows: RowAssembler, strings: SharedStrings | undefined, book: WorkbookParts) {
    this.#rows = rows;
    this.#strings = strings;
    this.#book = book;
  }

  open(tag: XmlTag): void {
    // The parser hands out the same string for a namespace each time, so that this compares references, not 60 characters.
    this.#namespace ??= isMain(tag) ? tag.uri : undefined;
    if (tag.uri !== this.#namespace) return;
    if (!this.#inData) this.#openBeforeRows(tag);
    else if (this.#inline) this.#inline.open(tag.local);
    else if (tag.local === 'c') this.#openCell(tag);
    else if (tag.local === 'v') this.#inValue = true;
    else if (tag.local === 'f') this.#hasFormula = true;
    else if (tag.local === 'row') this.#openRow(tag);
    else if (tag.local === 'is') {
      this.#inline = new TextRuns();
      this.#inline.start();
    }
  }

  text(text: string): void {
    if (this.#inValue) this.#value += text;
    else this.#inline?.text(text);
  }

  /** Goes on behind a row, as if all before it had been read. */
  skipTo(row: number, count: number): void {
    this.#row = row;
    this.#rows.skipTo(row, count);
  }

  close(tag: XmlTag, position: number): void {
    if (!this.#inData || tag.uri !== this.#namespace) return;
    if (tag.local === 'v') this.#inValue = false;
    else if (tag.local === 'c') this.#rows.set(this.#column, this.#cellValue());
    else if (tag.local === 'row') this.#rows.endRow(position);
    else if (tag.local === 'sheetData') this.#inData = false;
    else if (tag.local === 'is' && this.#inline) {
      this.#inlineText = this.#inline.take();
      this.#inline = undefined;
    } else this.#inline?.close(tag.local);
  }

  #openBeforeRows(tag: XmlTag): void {
    this.#inData = tag.local === 'sheetData';
    if (tag.local === 'col' && isHidden(tag))
      this.#rows.hideColumns(Number(attributeOf(tag, 'min')) - 1, Number(attributeOf(tag, 'max')) - 1);
  }

  #openRow(tag: XmlTag): void {
    const reference = attributeOf(tag, 'r');
    this.#row = reference === undefined ? this.#row + 1 : Number(reference);
    this.#rows.startRow(this.#row, isHidden(tag));
    this.#column = -1;
  }

  #openCell(tag: XmlTag): void {
    const reference = attributeOf(tag, 'r');
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#column < 0) throw new WorkbookError('broken', { cause: 'bad cell reference' });
    this.#type = attributeOf(tag, 't') ?? 'n';
    this.#style = Number(attributeOf(tag, 's') ?? 0);
    this.#value = '';
    this.#inlineText = undefined;
    this.#hasFormula = false;
  }

  #cellValue(): CellValue | MadeValue {
    if (this.#hasFormula && this.#book.recalculates) return UNCALCULATED;
    // A cell has its text inline or a value; of one that has both the type decides.
    const value = this.#type === 'inlineStr' ? (this.#inlineText ?? this.#value) : this.#value || (this.#inlineText ?? '');
    if (this.#type === 'inlineStr' || this.#type === 'str') return fromCellXml(value);
    if (value.trim() === '') return this.#hasFormula ? UNCALCULATED : null;
    if (this.#type === 's') return this.#sharedString(value);
    if (this.#type === 'b') return value === '1' || value === 'true';
    if (this.#type === 'e') return { error: value };
    if (this.#type === 'd') return new MadeValue(isoDate(value));
    const number = Number(value);
    if (!Number.isFinite(number)) throw new WorkbookError('broken', { cause: 'a number cell without a number' });
    return showNumber(number, this.#book.formats[this.#style], this.#book.is1904);
  }

  #sharedString(id: string): string {
    const text = this.#strings?.get(Number(id));
    if (text === undefined) throw new WorkbookError('broken', { cause: 'a text that is not in the shared strings' });
    return text;
  }
}

const isHidden = (tag: XmlTag): boolean => ['1', 'true'].includes(attributeOf(tag, 'hidden') ?? '');

/** Strict workbooks may write dates out: 2024-03-01T10:00:00. */
function isoDate(value: string): string {
  const parts = ISO_DATE.exec(value);
  if (!parts) return value;
  return parts[2] === undefined || parts[2] === '00:00:00' ? parts[1]! : `${parts[1]} ${parts[2]}`;
}
