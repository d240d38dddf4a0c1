import type { CellFormat, CodePart, DateKind } from './read/number-formats.ts';
import { serialToDate, serialToDateTime, serialToDuration } from './read/serial-date.ts';

/** A cell that shows an error instead of a value. */
export interface CellError {
  /** As Excel shows it: `#N/A`, `#DIV/0!`, ...; `#CALC!` for a formula that was saved without its result. */
  error: string;
}

/** A number whose format shows more than its digits: 123 as 00123 or NV-0123. A code is its text, a quantity its number. */
export interface PaddedNumber {
  number: number;
  text: string;
}

/** Dates are 'YYYY-MM-DD', with a time 'YYYY-MM-DD HH:mm:ss', times alone 'HH:mm:ss'; an empty cell is null. */
export type CellValue = string | number | boolean | null | CellError | PaddedNumber;

export interface SheetRow {
  /** The sheet's own row number, from 1. */
  row: number;
  /** From column A on; what is empty at the end is left out. */
  cells: CellValue[];
  /** Hidden by a filter or by hand. */
  hidden?: true;
  /** Columns, from 0, whose cells are dates, times or powers of ten: as a text they would be another one than was typed. */
  made?: number[];
  /** Cells of it have the value of one above that they are merged with. */
  merged?: true;
  sheet: SheetInfo;
  /** Which row with a value it is, from 1. */
  count: number;
  /** Where it ends in the text of its sheet; of an .xlsx, from where another reading may go on. */
  end?: number;
}

/** The sheet that rows come from. */
export interface SheetInfo {
  name: string;
  /** Numbers that are days count from 1904, as in old files of a Mac. */
  is1904: boolean;
  /** Ranges of columns that are hidden, from 0; a range may go on behind the last column with a value. */
  hiddenColumns?: [first: number, last: number][];
}

export const UNCALCULATED: CellError = { error: '#CALC!' };

export function isCellError(value: unknown): value is CellError {
  return typeof value === 'object' && value !== null && 'error' in value;
}

export function isPaddedNumber(value: unknown): value is PaddedNumber {
  return typeof value === 'object' && value !== null && 'number' in value;
}

/** What a format made of a typed text; a row keeps its value and notes the column. */
export class MadeValue {
  readonly value: string | number;

  constructor(value: string | number) {
    this.value = value;
  }
}

/** A number as its cell shows it: as a date text where the format says so and the number is one, hundredths with their sign, else as it is. */
export function showNumber(value: number, kind: CellFormat | undefined, is1904: boolean): CellValue | MadeValue {
  if (kind === undefined) return value;
  if (typeof kind === 'object') return showCode(value, kind.code);
  if (kind === 'percent') return `${Number((value * 100).toPrecision(15))}%`;
  return new MadeValue(kind === 'exponent' ? value : showDate(value, kind, is1904));
}

function showDate(value: number, kind: DateKind, is1904: boolean): string | number {
  if (kind === 'elapsed') return serialToDuration(value) ?? value;
  if (kind === 'date') return serialToDate(value, is1904) ?? value;
  if (kind === 'time' && value < 1) return serialToDuration(value) ?? value;
  return serialToDateTime(value, is1904) ?? value;
}

function showCode(number: number, parts: readonly CodePart[]): CellValue {
  const digits = String(number);
  if (!/^\d{1,15}$/.test(digits)) return number;
  let [left, text] = [digits.length, ''];
  const first = parts.findIndex((part) => typeof part === 'string');
  for (const [index, part] of [...parts.entries()].reverse()) {
    if (typeof part !== 'string') text = part.text + text;
    else if (left > 0) text = digits.slice(index === first ? 0 : left - 1, left--) + text;
    else if (part === '0') text = `0${text}`;
  }
  return text.trim() === digits ? number : { number, text: text.trim() };
}
