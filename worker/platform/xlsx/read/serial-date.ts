/**
 * Excel counts days: 1 is 1900-01-01 (or 0 is 1904-01-01 in old Mac files), time of day is the fraction.
 * All arithmetic is on UTC day numbers, so no time zone can shift a date.
 */

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Days from Excel's day 0 (1899-12-30, valid from serial 61 on) to 1970-01-01. */
const UNIX_OFFSET_1900 = 25_569;
const UNIX_OFFSET_1904 = 24_107;
/** Excel believes that 1900 was a leap year: serial 60 is a day that never was. */
const PHANTOM_LEAP_DAY = 60;
const LAST_SERIAL = 2_958_465;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/** 'YYYY-MM-DD' as a serial of the 1900 system; undefined when it is no date that Excel knows (before 1900, 2024-02-30). */
export function dateToSerial(text: string): number | undefined {
  const parts = DATE.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1900) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const serial = date.getTime() / DAY_MS + UNIX_OFFSET_1900;
  return serial > PHANTOM_LEAP_DAY ? serial : serial - 1;
}

/** 'YYYY-MM-DD HH:mm[:ss]' (or with T between) as a serial with a fraction; undefined when it is none. */
export function dateTimeToSerial(text: string): number | undefined {
  const parts = DATE_TIME.exec(text);
  if (!parts) return dateToSerial(text);
  const [hours, minutes, seconds] = [Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 0)];
  const day = dateToSerial(parts[1]!);
  if (day === undefined || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return day + (hours * 3600 + minutes * 60 + seconds) / DAY_SECONDS;
}

/** A serial as 'YYYY-MM-DD', its integer part; undefined outside 1900 (1904) to 9999. */
export function serialToDate(serial: number, is1904: boolean): string | undefined {
  return isoDay(Math.floor(serial), is1904);
}

/** A serial as 'YYYY-MM-DD HH:mm:ss', to the nearest second of its day. */
export function serialToDateTime(serial: number, is1904: boolean): string | undefined {
  const day = Math.floor(serial);
  const date = isoDay(day, is1904);
  const seconds = Math.min(wholeSeconds(serial - day), DAY_SECONDS - 1);
  return date === undefined ? undefined : `${date} ${serialToDuration(seconds / DAY_SECONDS)}`;
}

/** A fraction of days as 'HH:mm:ss'; hours go beyond 24, as Excel's [h] shows them. */
export function serialToDuration(serial: number): string | undefined {
  const total = wholeSeconds(serial);
  if (total < 0 || serial > LAST_SERIAL) return undefined;
  return `${twoDigits(Math.floor(total / 3600))}:${twoDigits(Math.floor(total / 60) % 60)}:${twoDigits(total % 60)}`;
}

function wholeSeconds(serial: number): number {
  return Math.round(serial * DAY_SECONDS);
}

function isoDay(day: number, is1904: boolean): string | undefined {
  if (day < (is1904 ? 0 : 1) || day > LAST_SERIAL) return undefined;
  if (!is1904 && day === PHANTOM_LEAP_DAY) return '1900-02-29';
  const unixDay = is1904 ? day - UNIX_OFFSET_1904 : day - UNIX_OFFSET_1900 + (day < PHANTOM_LEAP_DAY ? 1 : 0);
  const date = new Date(unixDay * DAY_MS);
  return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
