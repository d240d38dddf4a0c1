import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { LANGS, type Lang, type Text } from '#contracts/text.ts';
import { type Messages, vi } from './vi.ts';

const STORED = 'tensu.language';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Messages };
  }
}

type Keys<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Keys<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/**
 * Every text's address, `area.key`. Which home a text has: what a field, column, option or page of an entity is called stands in its contract, and
 * what a call's columns and parameters are called in the call's contract, as `{ vi, en }`; every other word of a screen is a key here.
 */
export type MessageKey = Keys<Messages>;

/** Texts of the current language as they are written, by key: i18next's own look-up is too slow for the thousand of a long list. */
const texts = new Map<MessageKey, string>();
i18next.on('languageChanged', () => texts.clear());

/** The text of a key outside React; inside, use `useText` so that a change of language renders again. */
export function translate(key: MessageKey, values?: Record<string, string | number>): string {
  let text = texts.get(key);
  if (text === undefined) {
    text = i18next.t(key, { skipInterpolation: true });
    texts.set(key, text);
  }
  return values ? text.replaceAll(/{(\w+)}/g, (_, name: string) => String(values[name] ?? '')) : text;
}

/** A text of i18n by its key, or one that a contract brings along. */
export function labelText(label: MessageKey | Text): string {
  return typeof label === 'string' ? translate(label) : label[currentLang()];
}

/** `t(key, values)` of the current language, and the language. */
export function useText(): { t: typeof translate; lang: Lang } {
  return { t: translate, lang: useSyncExternalStore(subscribe, currentLang) };
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

export function currentLang(): Lang {
  return (i18next.language as Lang | undefined) ?? 'vi';
}

let hasPageTexts = false;

/** Adds the texts of `vi-pages.ts`; pages wait for it before they are drawn. English brings all of its texts at once. */
export async function loadPageTexts(): Promise<void> {
  const { viPages } = await import('./vi-pages.ts');
  if (hasPageTexts) return;
  hasPageTexts = true;
  i18next.addResourceBundle('vi', 'translation', viPages);
  texts.clear();
}

/** Starts with the kept choice, which public/start.js put on <html>. Vietnamese ships with the app; English is fetched when chosen. */
export async function startTexts(): Promise<void> {
  await i18next.init({
    lng: 'vi',
    fallbackLng: 'en',
    supportedLngs: LANGS,
    resources: { vi: { translation: vi } },
  });
  if (document.documentElement.lang === 'en') await setLang('en');
}

export async function setLang(lang: Lang): Promise<void> {
  if (lang === 'en' && !i18next.hasResourceBundle('en', 'translation')) {
    const { en } = await import('./en.ts');
    i18next.addResourceBundle('en', 'translation', en);
  }
  await i18next.changeLanguage(lang);
  document.documentElement.lang = lang;
  try {
    localStorage.setItem(STORED, lang);
  } catch {
    // Storage may be blocked: the choice then lasts until the page is left.
  }
}
