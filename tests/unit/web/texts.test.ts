import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as en from '../../../web/i18n/en.ts';
import * as vi from '../../../web/i18n/vi.ts';
import * as viPages from '../../../web/i18n/vi-pages.ts';

const vietnamese = flat({ ...vi, ...viPages });
const english = flat(en);

describe('the texts of the interface', () => {
  it('exist in both languages under the same keys', () => expect([...english.keys()].sort()).toEqual([...vietnamese.keys()].sort()));

  it.each([...vietnamese])('%s asks for the same values in both languages', (key, text) => {
    expect(text.trim()).not.toBe('');
    expect(english.get(key)?.trim()).not.toBe('');
    expect(placeholders(english.get(key)!)).toEqual(placeholders(text));
  });

  it('are all used: named in a source, or made of a prefix and a word that a source names', () => {
    const unused = [...vietnamese.keys()].filter((key) => !isUsed(key));
    expect(unused).toEqual([]);
  });

  it('in English know the singular of whatever they count, here and in the server', () => {
    expect(COUNTED.exec('{n} open jobs would be calculated')?.[0]).toBe('{n} open jobs');
    expect([...english.values(), ...serverTexts].filter((text) => COUNTED.test(text))).toEqual([]);
  });

  it('are written with composed diacritics', () => {
    const loose = [...vietnamese].filter(([, text]) => text !== text.normalize('NFC'));
    expect(loose).toEqual([]);
  });
});

/** Chosen by a number, but no thing that is counted. */
const VERBS = new Set(['are', 'were', 'have', 'their', 'they', 'keep', 'wait', 'stay', 'themselves', 'others']);
/** `{ en: '…' }` of contracts, and what the server says in templates. */
const serverTexts = [
  ...readSources(join(import.meta.dirname, '../../../worker'))
    .join('\n')
    .matchAll(/\ben:\s*(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/g),
].map(([, , text]) => text!);
/** Words that some text writes in both numbers: `{n|row|rows}`. */
const PLURALS = [...english.values(), ...serverTexts].flatMap((text) =>
  [...text.matchAll(/\{\w+\|[^|}]*\|(\w+)/g)].map((match) => match[1]!),
);
/** A number before such a word, which is wrong when it is 1; not behind words by which it is more, such as 'the first 500 rows'. */
const COUNTED = new RegExp(
  `(?<!\\b(?:of|than|most|first) |/ ?)\\{(?!id\\b|field\\b)[a-z_.]+\\} (?:(?!(?:has|had|no|of|with)\\b)\\w+ )?(?:${[...new Set(PLURALS.filter((word) => !VERBS.has(word)))].join('|')})\\b`,
);

const SOURCES = ['web', 'worker/contracts'].flatMap((folder) => readSources(join(import.meta.dirname, '../../..', folder))).join('\n');
/** `t(`notice.${what}_text`)`: the part before the value. */
const PREFIXES = [...SOURCES.matchAll(/`([a-z_]+(?:\.[a-z_]+)*[._])\$\{/g)].map((match) => match[1]!);

function isUsed(key: string): boolean {
  if (SOURCES.includes(`'${key}'`) || SOURCES.includes(`"${key}"`)) return true;
  return PREFIXES.filter((prefix) => key.startsWith(prefix)).some((prefix) => {
    const word = key.slice(prefix.length);
    const names = [word, word.replace(/_(title|text)$/, '')];
    return /^\d+$/.test(word) || names.some((name) => new RegExp(`['"]${name}['"]|(?<![\\w.])${name}(?=[\\s,:])`).test(SOURCES));
  });
}

function readSources(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const sources = files.filter((file) => !/^(i18n[/](vi|en)|dist|node_modules)/.test(file));
  return sources.map((file) => readFileSync(join(folder, file), 'utf8'));
}

function flat(texts: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
