import { foldText } from './fold-case.ts';
import { foldLookalikes } from './fold-lookalikes.ts';

/*
 * Every reader of numbers but the one for JSON bodies (`contracts/fields.ts`). They differ in who wrote the text:
 * a rule or a cell of ours (readDecimal), a person in the app (readTypedNumber), a person in a workbook (listNumberReadings), the source
 * (readSourceNumber).
 */

/** A number, or a text with a decimal dot that is one (`35.5`, `３５`), else null: cells and literals of the calculation. */
export function readDecimal(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  if (DECIMAL.test(value)) return Number(value);
  const text = foldText(value);
  return DECIMAL.test(text) ? Number(text) : null;
}

const DECIMAL = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})$/;

export type DecimalMark = ',' | '.';

/**
 * What a person types as a number on a screen with this decimal mark: the number, or the ones it could be, of which the person has to choose; none
 * when it is no number. The mark of the screen is always decimal and the other one groups (`1.234,5` with a comma). Where that makes no number the
 * other one is decimal (`1.5`); `1.250` could be both; and what uses both marks the other way round (`1,234.5`) is only offered.
 */
export function readTypedNumber(typed: string, mark: DecimalMark): number | readonly number[] {
  const text = normalize(typed.replace(/_/g, ''));
  const own = readWithMark(text, mark);
  const foreign = readWithMark(text, mark === ',' ? '.' : ',');
  if (own !== null && (foreign === null || foreign === own || text.includes(mark))) return own;
  if (own === null && foreign !== null && !text.includes(mark)) return foreign;
  return [own, foreign].filter((number) => number !== null);
}

function readWithMark(text: string, mark: DecimalMark): number | null {
  const [match, sign, grouped = '', plain = '', places = ''] = (mark === ',' ? COMMA_DECIMAL : DOT_DECIMAL).exec(text) ?? [];
  const whole = grouped.replace(/[.,]/g, '') || plain;
  return match === undefined || whole + places === '' ? null : Number(`${sign}${whole || 0}.${places || 0}`) + 0;
}

const COMMA_DECIMAL = /^([+-]?)(?:([1-9]\d{0,2}(?:\.\d{3})+)|(\d{0,30}))(?:,(\d{0,30}))?$/;
const DOT_DECIMAL = /^([+-]?)(?:([1-9]\d{0,2}(?:,\d{3})+)|(\d{0,30}))(?:\.(\d{0,30}))?$/;

/** How the source writes numbers: with a decimal dot, or with a decimal comma and dots between thousands (`BASE_VN_NUMBERS`). */
export type NumberStyle = 'dot' | 'comma';

/**
 * The number in a text of the source; undefined when it is none. A comma is the decimal mark and dots group (`35,5`, `1.234,5`); several
 * dots group. A single dot without a comma is the decimal mark (`1.250` is 1.25), unless the source groups with dots: then it groups
 * where it can.
 */
export function readSourceNumber(text: string, style: NumberStyle): number | undefined {
  const readings = listNumberReadings(text);
  if (readings.length < 2) return readings[0];
  const [whole, decimal] = [Math.max(...readings.map(Math.abs)), Math.min(...readings.map(Math.abs))];
  const size = style === 'comma' && !foldLookalikes(text).includes(',') ? whole : decimal;
  return readings.find((reading) => Math.abs(reading) === size);
}

/**
 * The numbers a text can mean, the likelier first; none when it is no number, as with units, exponents and percent signs. Dots group and a
 * comma is decimal; a lone dot is decimal, too. A lone mark before exactly three digits has two readings (`1.234` is 1234 or 1.234), the
 * Vietnamese one first. What uses both marks the other way round is none (`readEnglishNumber`).
 */
export function listNumberReadings(text: string): number[] {
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(normalize(text));
  if (!match) return [];
  const digits = match[2]!;
  const sign = match[1] === '-' ? -1 : 1;
  return listSpellings(digits)
    .filter((spelling) => spelling.replace(/\D/g, '').length <= MAX_DIGITS)
    .map((spelling) => (Number(spelling) === 0 ? 0 : sign * Number(spelling)));
}

/** The number of a text in which commas group, as in `1,234.5` and `1,234,567`: only ever offered, as everywhere a comma is decimal. */
export function readEnglishNumber(text: string): number | undefined {
  const plain = normalize(text);
  return plain.includes(',') && listNumberReadings(text).length === 0 ? (readWithMark(plain, '.') ?? undefined) : undefined;
}

/** More digits than a double holds exactly. */
const MAX_DIGITS = 15;

function normalize(text: string): string {
  return foldLookalikes(text)
    .trim()
    .replace(/(?<=\d)[\s'](?=\d{3}(?!\d))/g, '');
}

/** The same digits with a decimal dot and no grouping, in each way they can be read. */
function listSpellings(digits: string): string[] {
  const separators = new Set(digits.replace(/\d/g, ''));
  if (separators.size === 0) return [digits];
  if (separators.size === 2) return readBothMarks(digits);
  const separator = digits.includes(',') ? ',' : '.';
  const decimal = digits.split(separator).length === 2 ? [digits.replace(separator, '.')] : [];
  const isWhole = isGrouped(digits, separator) && (separator === '.' || decimal.length > 0);
  const grouped = isWhole ? [digits.replaceAll(separator, '')] : [];
  return separator === ',' ? [...decimal, ...grouped] : [...grouped, ...decimal];
}

function readBothMarks(digits: string): string[] {
  const [whole = '', fraction = '', ...more] = digits.split(',');
  return more.length === 0 && fraction !== '' && isGrouped(whole, '.') ? [`${whole.replaceAll('.', '')}.${fraction}`] : [];
}

function isGrouped(digits: string, separator: string): boolean {
  return separator === ',' ? /^[1-9]\d{0,2}(,\d{3})+$/.test(digits) : /^[1-9]\d{0,2}(\.\d{3})+$/.test(digits);
}
