import { useSyncExternalStore } from 'react';
import type { Lang, Text } from '#contracts/text.ts';
import { type Messages, vi } from './vi.ts';

const STORED = 'tensu.language';

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
  const { viPages } = await import('./vi-pages.ts');
  if (!hasPageTexts) addTexts('vi', viPages);
  hasPageTexts = true;
}

/** Starts with the kept choice, which public/start.js put on <html>. Vietnamese ships with the app; English is fetched when chosen. */
export async function startTexts(): Promise<void> {
  addTexts('vi', vi);
  if (document.documentElement.lang === 'en') await setLang('en');
}

export async function setLang(lang: Lang): Promise<void> {
  if (lang === 'en' && texts.en.size === 0) addTexts('en', (await import('./en.ts')).en);
  current = lang;
  for (const listener of listeners) listener();
  document.documentElement.lang = lang;
  try {
    localStorage.setItem(STORED, lang);
  } catch {
    // Storage may be blocked: the choice then lasts until the page is left.
  }
}
