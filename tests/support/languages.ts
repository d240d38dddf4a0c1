import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import type { Page } from 'playwright-core';
import * as en from '../../web/i18n/en.ts';
import type { MessageKey } from '../../web/i18n/index.ts';
import * as viFirst from '../../web/i18n/vi.ts';
import * as viPages from '../../web/i18n/vi-pages.ts';
import type { Lang, Text } from '../../worker/contracts/text.ts';

const ROOT = join(import.meta.dirname, '../..');
const vi = { ...viFirst, ...viPages };
const CATALOGUES = { vi, en };
const LITERAL = `'(?:[^'\\\\\\n]|\\\\.)*'|"(?:[^"\\\\\\n]|\\\\.)*"|\`(?:[^\`\\\\]|\\\\.)*\``;
/** English that the specification wants in Vietnamese screens too, each language's own name, names of products and keys. */
const UNTRANSLATED = [
  ...['404 Not found', 'Failure', 'ERROR', 'Unauthorized', 'Oops! Network Error. Try again later', 'No Record', 'SPA assertion error'],
  ...['export không tồn tại', 'Tiếng Việt', 'English', 'Google Authenticator, Aegis, 1Password', 'Chrome', 'Linux', 'Tensu', 'alt+T', 'Aa'],
];

/** What the app says in a language: its own texts by key, and the labels of contracts. */
export function readTexts(lang: Lang) {
  return {
    lang,
    t: (key: MessageKey, values: Record<string, string | number> = {}): string => {
      const found = key.split('.').reduce<unknown>((area, name) => (area as Record<string, unknown>)[name], CATALOGUES[lang]);
      return String(found).replaceAll(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name: string, one?: string, many?: string) =>
        one === undefined ? String(values[name] ?? '') : values[name] === 1 ? one : many!,
      );
    },
    label: ({ label }: { label: Text }): string => label[lang],
  };
}

/**
 * What a page shows, or tells a screen reader, that its language does not explain: sentences with a word that no text of that language has,
 * and keys or placeholders that were never filled. What the database holds, people typed: it may be in any language.
 */
export async function findForeignTexts(page: Page, lang: Lang, client: Client): Promise<string[]> {
  const suspects = [...new Set(await page.evaluate(collectTexts))].filter((text) => isKey(text) || isForeign(text, lang));
  const foreign = (data: ReadonlySet<string>) =>
    suspects.filter((text) => isKey(text) || (!data.has(text) && isForeign(removePhrases(text, data), lang)));
  // The database is read again only where its texts of an earlier look leave something unexplained: each reading takes a second.
  if (foreign(knownTexts.get(client) ?? new Set()).length === 0) return [];
  const data = await textsIn(client);
  knownTexts.set(client, data);
  return foreign(data);
}

const knownTexts = new WeakMap<Client, ReadonlySet<string>>();

/** Every text in the database, longest first; those of fewer than three characters would take pieces out of words. */
async function textsIn(client: Client): Promise<Set<string>> {
  const { rows: tables } = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%directs_search%'");
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await client.execute(`SELECT * FROM "${name}"`);
    for (const value of rows.flatMap((row) => Object.values(row)))
      if (typeof value === 'string' && value.length > 2 && /\p{L}/u.test(value)) found.add(value);
  }
  return new Set([...found].sort((a, b) => b.length - a.length));
}

const isKey = (text: string) => new RegExp(`\\b(?:${Object.keys(vi).join('|')})\\.[a-z_]+\\b|\\{\\w+\\}|\\[object|undefined`).test(text);

function isForeign(text: string, lang: Lang): boolean {
  return splitWords(removePhrases(text, UNTRANSLATED)).some((word) => !readVocabulary(lang).has(word));
}

function removePhrases(text: string, phrases: Iterable<string>): string {
  let rest = text;
  for (const phrase of phrases) if (rest.includes(phrase)) rest = rest.replaceAll(phrase, ' ');
  return rest;
}

const splitWords = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? [];

const vocabularies: Partial<Record<Lang, ReadonlySet<string>>> = {};

/** Every word of every text that the app has in a language: its catalogue, and the pairs beside the contracts and calls. */
function readVocabulary(lang: Lang): ReadonlySet<string> {
  vocabularies[lang] ??= new Set(
    [...sourcesIn('web'), ...sourcesIn('worker')].flatMap((file) => {
      const isCatalogue = new RegExp(`web/(?:i18n/${lang}/|features/.*/${lang}\\.ts$)`).test(file);
      const pattern = isCatalogue ? LITERAL : `(?<=\\b${lang}:\\s*)(?:${LITERAL})`;
      const texts = readFileSync(file, 'utf8').match(new RegExp(pattern, 'g')) ?? [];
      return texts.flatMap((text) => splitWords(removePhrases(text, UNTRANSLATED).replaceAll(/\{\w+\}|\\./g, ' ')));
    }),
  );
  return vocabularies[lang];
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file) && !/node_modules/.test(file)).map((file) => join(ROOT, folder, file));
}

/** Runs in the page: the texts that are drawn, and those that only assistive technology reads. */
function collectTexts(): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement!;
    const drawn = element instanceof HTMLOptionElement || element.checkVisibility({ visibilityProperty: true });
    if (!drawn || element.closest('script, style, code, pre')) continue;
    if (node instanceof Element)
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(node.getAttribute(name) ?? '');
    // What was typed is no text of the app.
    else if (!(element instanceof HTMLTextAreaElement)) texts.push(node.textContent ?? '');
  }
  return texts.map((text) => text.trim().replaceAll(/\s+/g, ' ')).filter((text) => text !== '');
}
