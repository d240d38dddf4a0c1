/** How a number format shows a number: as a day, a day with time, a time of day, or an elapsed time ([h]:mm). */
export type DateKind = 'date' | 'datetime' | 'time' | 'elapsed';

/** What a format adds to a number: that it is a date, hundredths, a power of ten, or digits and other signs that it shows, such as `NV0000` and `000-0000`. */
export type CellFormat = DateKind | 'percent' | 'exponent' | { code: readonly CodePart[] };

/** A place of a digit, `0` one that is always shown, or a text. */
export type CodePart = '0' | '#' | { text: string };

/** The formats that Excel knows by number only; 27 to 36 and 50 to 58 are those of Japanese Excel (和暦 and h時mm分). */
const BUILT_IN: Record<number, CellFormat> = {
  9: 'percent',
  10: 'percent',
  11: 'exponent',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'datetime',
  32: 'time',
  33: 'time',
  45: 'time',
  46: 'elapsed',
  47: 'time',
  48: 'exponent',
};
const BUILT_IN_DAYS: [from: number, to: number][] = [
  [14, 17],
  [27, 31],
  [34, 36],
  [50, 58],
];

/** The kind of a cell's format by its number and, for custom formats, its code; undefined for what shows the number as it is. */
export function cellFormatOf(formatId: number, code: string | undefined): CellFormat | undefined {
  if (code !== undefined) return dateKindOfCode(code) ?? figureKindOfCode(code) ?? codeFormat(code);
  return BUILT_IN[formatId] ?? (BUILT_IN_DAYS.some(([from, to]) => formatId >= from && formatId <= to) ? 'date' : undefined);
}

/** The format of a code: whole digits with texts before, between or behind them, or zeros before; undefined for one of quantities. */
function codeFormat(code: string): CellFormat | undefined {
  const parts: CodePart[] = [];
  for (const [token, quoted, escaped, digit, decoration] of code.matchAll(TOKEN)) {
    if (token === ';') break;
    if (decoration !== undefined) continue;
    const text = quoted ?? escaped;
    if (text === undefined && digit === undefined && !/[-+ ():/]/.test(token)) return undefined;
    parts.push(digit === '0' || digit === '#' ? digit : { text: text ?? token });
  }
  const digits = parts.filter((part) => typeof part === 'string');
  const isCode = digits.length > 1 ? digits.includes('0') || parts.length > digits.length : parts.length > 1;
  return isCode && digits.length > 0 && digits.length <= MAX_DIGITS ? { code: parts } : undefined;
}

const MAX_DIGITS = 15;
/** A text in quotes, an escaped sign, a digit, or what only pads and colours; else any sign. */
const TOKEN = /"([^"]*)"?|\\(.)|([0#])|(_.|\[[^\]]*\]?)|./gu;

/** The first section of a code without what is quoted, escaped or padded, which is decoration. */
const lettersOf = (code: string): string =>
  code
    .replace(/"[^"]*"?|\\.|[_*]./g, '')
    .split(';', 1)[0]!
    .toLowerCase();

function figureKindOfCode(code: string): 'percent' | 'exponent' | undefined {
  const letters = lettersOf(code);
  return letters.includes('%') ? 'percent' : /[0#?]e[+-]/.test(letters) ? 'exponent' : undefined;
}

function dateKindOfCode(code: string): DateKind | undefined {
  const letters = lettersOf(code);
  if (/\[(h+|m+|s+)\]/.test(letters)) return 'elapsed';
  const bare = letters
    .replace(/\[[^\]]*\]?/g, '')
    .replace(/am\/pm|a\/p|上午\/下午|午前\/午後/g, '')
    .replace(/s\.0+/g, 's');
  if (/[0#?@]|general|g\/標準/.test(bare)) return undefined;
  const time = /[hs]/.test(bare);
  // An m next to hours or seconds is minutes, any other is a month.
  const compact = bare.replace(/[^a-z]+/g, '');
  const months = compact.replace(/hm{1,2}(?!m)|m{1,2}s/g, '').includes('m');
  const day = months || /[ydegb]/.test(bare);
  if (day) return time ? 'datetime' : 'date';
  return time ? 'time' : undefined;
}
