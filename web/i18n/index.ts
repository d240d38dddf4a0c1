import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { LANGS, type Lang, type Text } from '#contracts/text.ts';
import { type Messages, vi } from './vi.ts';

const STORED = 'tensu.language';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Messages };
    interpolationPrefix: '{';
    interpolationSuffix: '}';
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

/** The text of a key outside React; inside, use `useText` so that a change of language renders again. */
export function translate(key: MessageKey, values?: Record<string, string | number>): string {
  return i18next.t(key, { ...values });
}

/** A text of i18n by its key, or one that a contract brings along. */
export function labelText(label: MessageKey | Text): string {
  return typeof label === 'string' ? translate(label) : label[currentLang()];
}

/** `t(key, values)` of the current language, and the language. */
export function useText(): { t: typeof translate; lang: Lang } {
  const { i18n } = useTranslation();
  return { t: translate, lang: i18n.language as Lang };
}

export function currentLang(): Lang {
  return (i18next.language as Lang | undefined) ?? 'vi';
}

/** Adds the texts of `vi-pages.ts`; pages wait for it before they are drawn. English brings all of its texts at once. */
export async function loadPageTexts(): Promise<void> {
  const { viPages } = await import('./vi-pages.ts');
  i18next.addResourceBundle('vi', 'translation', viPages);
}

/** Starts with the kept choice, which public/start.js put on <html>. Vietnamese ships with the app; English is fetched when chosen. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'vi',
    fallbackLng: 'en',
    supportedLngs: LANGS,
    resources: { vi: { translation: vi } },
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    react: { useSuspense: false },
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
