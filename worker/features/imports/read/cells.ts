import { cleanFieldText, valueSchema } from '../../../contracts/field-schemas.ts';
import { type Field, FLAG_WORDS } from '../../../contracts/fields.ts';
import { listWords, type Text } from '../../../contracts/text.ts';
import { isDate, padMonth } from '../../../contracts/value-forms.ts';
import { cleanText } from '../../../platform/text/clean-text.ts';
import { fold } from '../../../platform/text/fold.ts';
import { readDay } from '../../../platform/text/read-day.ts';
import { readMonth } from '../../../platform/text/read-month.ts';
import { listNumberReadings, readEnglishNumber } from '../../../platform/text/read-number.ts';
import { readTime } from '../../../platform/text/read-time.ts';
import type { CellValue, SheetInfo } from '../../../platform/xlsx/cell-value.ts';
import { serialToDate } from '../../../platform/xlsx/read/serial-date.ts';

type PlainValue = Exclude<CellValue, object>;

/** A cell as the field's schema wants it; what can't be read stays as it is, for the schema to say why it is wrong. */
export function readCell(field: Field, given: PlainValue, sheet: SheetInfo): unknown {
  const cell = typeof given === 'string' && field.kind !== 'text' ? cleanText(given).trim() : given;
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null;
  switch (field.kind) {
    case 'decimal':
    case 'integer':
      return typeof cell === 'number' ? asDisplayed(cell) : typeof cell === 'string' ? readNumberCell(field, cell) : cell;
    case 'date':
      return typeof cell === 'boolean' ? cell : readDateCell(cell, sheet);
    case 'month':
      return typeof cell === 'boolean' ? cell : readMonthCell(cell, sheet);
    case 'option':
      return optionOf(field.options, cell);
    case 'flag':
      return optionOf(field.options ?? FLAG_WORDS, cell);
    default:
      return cleanFieldText(field, cellText(cell)).trim();
  }
}

/** A longer text is no blank one made of characters that nobody sees. */
const MAX_BLANK = 20;

/** Whether a cell says nothing. */
export function isBlankCell(cell: CellValue): cell is null {
  if (typeof cell !== 'string') return cell === null;
  return cell.trim() === '' || (cell.length < MAX_BLANK && !/^[!-~]/.test(cell) && cleanText(cell).trim() === '');
}

/** What a cell says as a text: the key of a record is letters, whatever kind of cell it was typed into. */
export function cellText(cell: Exclude<PlainValue, null>): string {
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : typeof cell === 'number' ? String(asDisplayed(cell)) : cell.trim();
}

/** Whether a cell of such a field is letters, or names a record by them. */
export const isLetters = (kind: Field['kind']): boolean => kind === 'text' || kind === 'ref' || kind === 'refs';

/** A number whose text would not be what was typed: Excel keeps 15 digits, and writes very large and very small ones as powers of ten. */
export function losesDigits(cell: CellValue): cell is number {
  return typeof cell === 'number' && cell !== 0 && !(Math.abs(cell) < 1e15 && Math.abs(cell) >= 1e-6);
}

/**
 * What the text of a number can mean where that is not clear: `1.234` as 1234 or 1.234, unless its column has whole numbers only or a limit that one of
 * them is beyond; `1,234.5` as 1234.5. How many decimals a column takes tells nothing of what was meant.
 */
export function listNumberMeanings({ kind, min = -Infinity, max = Infinity }: Field, cell: unknown): number[] {
  if ((kind !== 'decimal' && kind !== 'integer') || typeof cell !== 'string') return [];
  const readings = listNumberReadings(cell);
  if (readings.length === 0) return [readEnglishNumber(cell) ?? []].flat();
  const fitting = readings.filter((reading) => reading >= min && reading <= max && (kind === 'decimal' || Number.isInteger(reading)));
  return fitting.length > 1 ? fitting : [];
}

/** Excel shows 15 digits; what a formula left behind them is no part of the value. */
export function asDisplayed(value: number): number {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value : Number(value.toPrecision(15));
}

function readNumberCell(field: Field, text: string): unknown {
  const readings = listNumberReadings(text);
  return readings.find((reading) => valueSchema(field).safeParse(reading).success) ?? readings[0] ?? text;
}

/** Days that Excel may mean by a number whose cell lost its date format: 1954 to 2119. */
const FIRST_SERIAL = 20_000;
const LAST_SERIAL = 80_000;
/** Days between the first days of the two systems. */
const DAYS_TO_1904 = 1462;

/** The day that Excel means by a number, or the number where it can't be one. */
export function readDayNumber(serial: number, is1904: boolean): string | number {
  const since1900 = is1904 ? serial + DAYS_TO_1904 : serial;
  return since1900 >= FIRST_SERIAL && since1900 <= LAST_SERIAL ? (serialToDate(serial, is1904) ?? serial) : serial;
}

/** Such as `2026-11-14T00:00:00+09:00`: its day is the one that it says. One in `Z` is written by a program, for any zone. */
const MOMENT_IN_ZONE = /^([^T]{1,12}T[\d:.]{1,16})[+-]\d{2}:?\d{2}$/;

function readDateCell(cell: string | number, { is1904 }: SheetInfo): unknown {
  if (typeof cell === 'number' || /^\d{5}$/.test(cell)) {
    const day = readDayNumber(Number(cell), is1904);
    return typeof day === 'string' ? day : (readDay(String(cell)) ?? cell);
  }
  return readDay(cell) ?? (/[-/.年]/.test(cell) ? readTime(cell.replace(MOMENT_IN_ZONE, '$1'))?.slice(0, 10) : undefined) ?? cell;
}

/** A month as a text, or the one that a day begins: Excel makes a day of a month that is typed. Any other day is none. */
function readMonthCell(cell: string | number, sheet: SheetInfo): unknown {
  const text = padMonth(String(cell));
  const day = text === String(cell).trim() ? readDateCell(cell, sheet) : text;
  if (typeof day === 'string' && isDate(day)) return day.endsWith('-01') ? day.slice(0, 7) : day;
  // 2027.1 as a number can be October, too.
  return (typeof day === 'string' || Number.isInteger(day) ? readMonth(String(day)) : undefined) ?? day;
}

const YES = ['yes', 'no'] as const;

/** The key of an option by itself or by its word in any language. */
function optionOf(options: Readonly<Record<string, Text>> = {}, cell: Exclude<PlainValue, null>): string {
  const word = typeof cell === 'boolean' ? YES[cell ? 0 : 1] : fold(String(cell)).trim();
  const found = Object.entries(options).find(([key, label]) => [key, ...listWords(label)].some((text) => fold(text) === word));
  return found?.[0] ?? String(cell);
}
