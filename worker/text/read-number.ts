/** How the source writes numbers: with a decimal dot, or with a decimal comma and dots between thousands (`BASE_VN_NUMBERS`). */
export type NumberStyle = 'dot' | 'comma';

/**
 * The number that a text of the source means; undefined when it is none. A comma is the decimal sign and dots group (`35,5`, `1.234,5`);
 * several dots group. A single dot without a comma is the decimal sign (`1.250` is 1.25), unless the source groups with dots: then it
 * groups where it can.
 */
export function sourceNumber(text: string, style: NumberStyle): number | undefined {
  const readings = numberReadings(text);
  if (readings.length < 2) return readings[0];
  const [whole, decimal] = [Math.max(...readings.map(Math.abs)), Math.min(...readings.map(Math.abs))];
  const size = style === 'comma' && !text.normalize('NFKC').includes(',') ? whole : decimal;
  return readings.find((reading) => Math.abs(reading) === size);
}

/**
 * The numbers a text can mean, the likelier first; none when it is no number. Full-width digits and spaces between groups are read.
 * With both separators the last one is the decimal point (`1.234,5`, `1,234.5`). A lone separator before exactly three digits has two
 * readings (`1.234` is 1234 or 1.234): Vietnamese people group with dots and write decimals with a comma, so that reading comes first and
 * the caller takes the first one its column allows. `decimalMark: '.'` turns that order round, for a source that writes so. Units, exponents and percent signs are refused: `35,5坪` in a field of another
 * unit would silently be wrong.
 */
export function numberReadings(text: string, { decimalMark = ',' }: { decimalMark?: ',' | '.' } = {}): number[] {
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(normalize(text));
  if (!match) return [];
  const digits = match[2]!;
  const sign = match[1] === '-' ? -1 : 1;
  return listSpellings(digits, decimalMark)
    .filter((spelling) => spelling.replace(/\D/g, '').length <= MAX_DIGITS)
    .map((spelling) => (Number(spelling) === 0 ? 0 : sign * Number(spelling)));
}

/** More digits than a double holds exactly. */
const MAX_DIGITS = 15;

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=\d)[\s'](?=\d{3}(?!\d))/g, '');
}

/** How the digits may be written with a decimal dot only. */
function listSpellings(digits: string, decimalMark: ',' | '.'): string[] {
  const separators = new Set(digits.replace(/\d/g, ''));
  if (separators.size === 0) return [digits];
  if (separators.size === 2) return readMixedMarks(digits);
  const separator = digits.includes(',') ? ',' : '.';
  const decimal = digits.split(separator).length === 2 ? [digits.replace(separator, '.')] : [];
  const grouped = isGrouped(digits, separator) ? [digits.replaceAll(separator, '')] : [];
  return separator === decimalMark ? [...decimal, ...grouped] : [...grouped, ...decimal];
}

function readMixedMarks(digits: string): string[] {
  const point = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  const group = point === ',' ? '.' : ',';
  const [whole = '', fraction = '', ...more] = digits.split(point);
  return more.length === 0 && fraction !== '' && isGrouped(whole, group) ? [`${whole.replaceAll(group, '')}.${fraction}`] : [];
}

function isGrouped(digits: string, separator: string): boolean {
  return separator === ',' ? /^[1-9]\d{0,2}(,\d{3})+$/.test(digits) : /^[1-9]\d{0,2}(\.\d{3})+$/.test(digits);
}
