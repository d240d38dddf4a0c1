import { daysInMonth } from './months.ts';

/** How the values of texts are written, by the name of the rule that says so. */
export const PATTERNS = {
  id: /^[1-9]\d{0,14}$/,
  phone_number: /^(?:0|\+?84)[ .]?(?:3|5|7|8|9)(?:[ .]?\d){8}$/,
  contractor_phone: /^0\d{9}$/,
  no_special_characters: /^[\p{L}\p{M}\p{N}_ -]+$/u,
  letters_and_digits: /^[\p{L}\p{M}\p{N}]+$/u,
  digits_and_hyphens: /^[\d-]+$/,
  year_month: /^(?:20\d\d|2100)-(?:0[1-9]|1[0-2])$/,
  email: /^[^\s@"<>()[\]\\,;:]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?\.[\p{L}]{2,63}$/u,
  url: /^https?:\/\/[^\s/$.?#][^\s]*$/i,
  strong_password: /^(?=\P{Lu}*\p{Lu})(?=\P{Ll}*\p{Ll})(?=\D*\d).{8,128}$/su,
} as const;

/** True for a day of the calendar written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The same of a moment written YYYY-MM-DD HH:mm:ss. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) && isDate(text.slice(0, 10));
}

/** YYYY-M-D and YYYY/M/D, the form that messages name, as YYYY-MM-DD; anything else unchanged. */
export function padDate(text: string): string {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text.trim());
  return match ? `${match[1]}-${match[3]!.padStart(2, '0')}-${match[4]!.padStart(2, '0')}` : text;
}

/** The same of a day that a time may follow: `2026/9/3 08:00:00`. */
export function padMoment(text: string): string {
  const [day = '', ...time] = text.trim().split(' ');
  return [padDate(day), ...time].join(' ');
}

/** A month with its year first or last, such as `2026/9` or `09/2026`, as YYYY-MM; anything else unchanged. */
export function padMonth(text: string): string {
  const typed = text.trim();
  const yearFirst = typed.replace(/^(\d{1,2})([-/])(\d{4})$/, '$3$2$1');
  const match = /^(\d{4})[-/](\d{1,2})$/.exec(yearFirst);
  return match ? `${match[1]}-${match[2]!.padStart(2, '0')}` : text;
}

/** NUL and lone surrogates cannot be stored or sent on as text. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The text without NUL, and with U+FFFD for each lone surrogate. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}
