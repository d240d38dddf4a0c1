import { useSyncExternalStore } from 'react';
import { formatMonthKey, monthKey } from '#contracts/months.ts';
import type { Lang, Text } from '#contracts/text.ts';
import { toOfficeTime } from '#text/office-time.ts';
import { findDayProblem, readDay } from '#text/read-day.ts';
import type { DecimalMark } from '#text/read-number.ts';
import { roundDecimal } from '#text/rounding.ts';
import { trimEnd } from '#text/trim-end.ts';
import * as vi from './vi.ts';

const STORED = 'tensu.language';

type Messages = typeof import('./vi.ts') & typeof import('./vi-pages.ts');

type Keys<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Keys<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/**
 * Every text's address, `area.key`. Which home a text has: what a field, column, option or page of an entity is called stands in its contract, and
 * what a call's columns and parameters are called in the call's contract, as `{ vi, en }`; every other word of a screen is a key here.
 */
export type MessageKey = Keys<Messages>;

/** The texts that are here, by language and key; Vietnamese ones come in two parts, English ones once they are chosen. */
const texts: Readonly<Record<Lang, Map<string, string>>> = { vi: new Map(), en: new Map() };
let current: Lang = 'vi';
const listeners = new Set<() => void>();

interface Words {
  readonly [name: string]: string | Words;
}

function addTexts(lang: Lang, words: Words, prefix = ''): void {
  for (const [name, word] of Object.entries(words)) {
    if (typeof word === 'string') texts[lang].set(prefix + name, word);
    else addTexts(lang, word, `${prefix}${name}.`);
  }
}

/** The text of a key outside React; inside, use `useText` so that a change of language renders again. */
export function translate(key: MessageKey, values?: Record<string, string | number>): string {
  const text = texts[current].get(key) ?? key;
  return values
    ? text.replaceAll(PLACE, (_, name: string, one?: string, many?: string) => fillPlace(String(values[name] ?? ''), one, many))
    : text;
}

const PLACE = /{(\w+)(?:\|([^|}]*)\|([^|}]*))?}/g;

/** `{n}` is the value; `{n|record|records}` the first word where the value is 1, else the second. */
const fillPlace = (value: string, one = value, many = value) => (value === '1' ? one : many);

/** A text of i18n by its key, or one that a contract brings along. */
export function labelText(label: MessageKey | Text): string {
  return typeof label === 'string' ? translate(label) : label[currentLang()];
}

/** `t(key, values)` of the current language, and the language. */
export function useText(): { t: typeof translate; lang: Lang } {
  return { t: translate, lang: useSyncExternalStore(subscribe, currentLang) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentLang(): Lang {
  return current;
}

let hasPageTexts = false;

/** Adds the texts of `vi-pages.ts`; pages wait for it before they are drawn. English brings all of its texts at once. */
export async function loadPageTexts(): Promise<void> {
  const pageTexts = await import('./vi-pages.ts');
  if (!hasPageTexts) addTexts('vi', pageTexts);
  hasPageTexts = true;
}

/** Starts with the kept choice, which public/start.js put on <html>. Vietnamese ships with the app; English is fetched when chosen. */
export async function startTexts(): Promise<void> {
  addTexts('vi', vi);
  if (document.documentElement.lang === 'en') await setLang('en');
}

export async function setLang(lang: Lang): Promise<void> {
  if (lang === 'en' && texts.en.size === 0) addTexts('en', (await import('./en.ts')) satisfies Messages);
  current = lang;
  for (const listener of listeners) listener();
  document.documentElement.lang = lang;
  try {
    localStorage.setItem(STORED, lang);
  } catch {
    // Storage may be blocked: the choice then lasts until the page is left.
  }
}

const SEPARATORS: Record<Lang, readonly [thousands: string, decimals: DecimalMark]> = { vi: ['.', ','], en: [',', '.'] };

/**
 * A number with the language's separators, rounded as points are; `decimals` fixes the digits after the point up to `most`, else up to 3. '' for what
 * is no number. Not by Intl.NumberFormat: making the first one of a page takes Chromium 10 ms, as long as drawing 20 rows.
 */
export function formatNumber(value: unknown, decimals?: number, most = decimals ?? 3): string {
  const number = toNumber(value);
  if (number === null) return '';
  const [thousands, point] = SEPARATORS[currentLang()];
  const rounded = roundDecimal(number, most, 'half');
  const digits = String(Math.abs(rounded));
  // Below a millionth they come with an exponent.
  const [whole = '', places = ''] = (digits.includes('e') ? trimEnd(Math.abs(rounded).toFixed(most), '0') : digits).split('.');
  const shown = places.padEnd(decimals ?? 0, '0');
  return `${rounded < 0 ? '-' : ''}${groupDigits(whole).join(thousands)}${shown && point}${shown}`;
}

/** The decimal mark of the screen's language. */
export function decimalMark(): DecimalMark {
  return SEPARATORS[currentLang()][1];
}

/** A number as it is typed: with the decimal mark of the language and all its places, without grouping. */
export function formatPlainNumber(value: number): string {
  const text = String(value);
  const plain = text.includes('e') ? trimEnd(value.toFixed(12), '0').replace(/\.$/, '') : text;
  return plain.replace('.', decimalMark());
}

/** '1234567' as 1, 234 and 567. */
function groupDigits(whole: string): string[] {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups;
}

/** Points and floor areas: always two decimals. */
export function formatPoint(value: unknown): string {
  return formatNumber(value, 2);
}

/**
 * Points with all their places, two at least: where they are reckoned with, so that what is shown adds up. Each of those that stand in one working
 * (`beside`) has as many places as the one that has the most.
 */
export function formatExactPoint(value: unknown, beside: readonly unknown[] = [value]): string {
  return formatNumber(value, beside.some((point) => /[1-9]$/.test(formatNumber(point, 3))) ? 3 : 2);
}

/** A difference with its sign. */
export function formatSigned(value: unknown): string {
  const shown = formatNumber(Math.abs(Number(value)), 2);
  return `${Number(value) < 0 ? '−' : '+'}${shown}`;
}

/** A factor: with two decimals at least, and all it has. */
export function formatFactor(value: unknown): string {
  return formatNumber(value, 2, 10);
}

/** `YYYY-MM-DD` (or a time starting with it) as `yyyy/MM/dd`; text that is no date stays as it is. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '';
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  return match ? `${match[1]}/${match[2]}/${match[3]}` : value;
}

/** What names a record: a day as days are written, any other text as it is. */
export const formatTitle = (title: string): string => (title.length === 10 ? formatDate(title) : title);

/** `YYYY-MM-DD HH:mm:ss` as `yyyy/MM/dd HH:mm`. Times of the API are Ho Chi Minh City's and stay so. */
export function formatDateTime(value: string | null | undefined): string {
  if (!value) return '';
  const time = /[ T](\d{2}:\d{2})/.exec(value)?.[1];
  return time ? `${formatDate(value)} ${time}` : formatDate(value);
}

/** A month as `2026/03`. */
export function formatMonth(year: number, month: number): string {
  return formatMonthKey(monthKey(year, month));
}

/**
 * What a person types as a date, as `YYYY-MM-DD`: `2026/3/9`, `2026-03-09`, `20260309`, `2026年3月9日`, `9/3/2026`, `9/3/26`, `09032026`, and `9/3` of the
 * current year. null when it is no day of the calendar.
 */
export function parseDate(typed: string, today = new Date()): string | null {
  return readDay(typed, today.getFullYear()) ?? null;
}

/** What is wrong with a typed date, as a message: the day does not exist, or the text is no date at all; undefined for a date. */
export function findDateProblem(
  typed: string,
  today = new Date(),
): { key: 'control.no_such_day' | 'control.bad_date'; day: string } | undefined {
  const problem = findDayProblem(typed, today.getFullYear());
  return problem && { key: problem === 'no_such_day' ? 'control.no_such_day' : 'control.bad_date', day: typed.trim() };
}

/** Whether a typed date needs no further key: its year has four digits, and a day at the end has two. */
export function isWholeDate(typed: string): boolean {
  return /^(\d{4}([/.-])\d{1,2}\2\d{2}|\d{1,2}([/.-])\d{1,2}\3\d{4}|\d{8})$/.test(typed.trim()) && parseDate(typed) !== null;
}

function toNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = typeof value === 'number' ? value : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** What is said of a text that is longer than it may be; letters count as they are stored: composed, without outer spaces. */
export function findTooLong(text: string, max: number | undefined): string | undefined {
  if (max === undefined || text.length <= max) return undefined;
  const over = text.normalize('NFC').trim().length - max;
  return over > 0 ? translate('control.too_long', { max: formatNumber(max), n: formatNumber(over) }) : undefined;
}

/** The wall time in the office (Asia/Ho_Chi_Minh) now, or so much later, `YYYY-MM-DD HH:mm:ss`. */
export function officeNow(laterMs = 0): string {
  return toOfficeTime(Date.now() + laterMs);
}

/** Today in the office (Asia/Ho_Chi_Minh), YYYY-MM-DD. */
export function officeToday(): string {
  return officeNow().slice(0, 10);
}
