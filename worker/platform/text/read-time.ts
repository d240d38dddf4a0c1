import { isDate } from '../../contracts/value-forms.ts';

/**
 * A day or a moment as people and Base.vn write it, as `YYYY-MM-DD HH:mm:ss` in Vietnam's time (00:00:00 for a day alone); undefined when
 * it is neither. Read are d/m/yyyy, yyyy-m-d (also with / . -), 2026年1月5日, each with an optional time, ISO 8601 with a zone, and unix
 * seconds or milliseconds. The day must exist; two-digit years and month-first dates are refused.
 */
export function readTime(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (UNIX.test(plain)) return fromUnix(plain);
  if (/^[^T]*T.*(Z|[+-]\d{2}:?\d{2})$/.test(plain)) return fromInstant(plain);
  const match = DAY_FIRST.exec(plain) ?? YEAR_FIRST.exec(plain) ?? JAPANESE.exec(plain);
  if (!match?.groups) return undefined;
  const { year = '', month = '', day = '', hour = '0', minute = '0', second = '0' } = match.groups;
  const date = `${year}-${padTwo(month)}-${padTwo(day)}`;
  const inDay = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return isDate(date) && inDay ? `${date} ${padTwo(hour)}:${padTwo(minute)}:${padTwo(second)}` : undefined;
}

/** Unix seconds (9 or 10 digits) or milliseconds (12 or 13) as `YYYY-MM-DD HH:mm:ss` in Vietnam's time; undefined for anything else. */
export function fromUnix(text: string): string | undefined {
  const plain = text.trim();
  if (!UNIX.test(plain)) return undefined;
  return inVietnam(plain.length > 10 ? Number(plain) : Number(plain) * 1000);
}

const UNIX = /^(?:\d{9,10}|\d{12,13})$/;
const CLOCK = '(?:[ T]+(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.\\d+)?)?)?$';
const DAY_FIRST = new RegExp(`^(?<day>\\d{1,2})[/.-](?<month>\\d{1,2})[/.-](?<year>\\d{4})${CLOCK}`);
const YEAR_FIRST = new RegExp(`^(?<year>\\d{4})[/.-](?<month>\\d{1,2})[/.-](?<day>\\d{1,2})${CLOCK}`);
const JAPANESE = new RegExp(`^(?<year>\\d{4})年(?<month>\\d{1,2})月(?<day>\\d{1,2})日${CLOCK}`);

/** Vietnam has kept UTC+7 without summer time since 1975, so no zone data is needed. */
const OFFSET_MS = 7 * 3600 * 1000;
const LATEST_MS = Date.UTC(2100, 0, 1);

function fromInstant(text: string): string | undefined {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) || !isDate(text.slice(0, 10)) ? undefined : inVietnam(milliseconds);
}

function inVietnam(milliseconds: number): string | undefined {
  if (milliseconds < 0 || milliseconds >= LATEST_MS) return undefined;
  return new Date(milliseconds + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

function padTwo(digits: string): string {
  return digits.padStart(2, '0');
}
