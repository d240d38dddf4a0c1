import { describe, expect, it } from 'vitest';
import { en } from '../../../web/i18n/en.ts';
import { vi } from '../../../web/i18n/vi.ts';

const vietnamese = flat(vi);
const english = flat(en);

describe('the texts of the interface', () => {
  it('exist in both languages under the same keys', () => expect([...english.keys()].sort()).toEqual([...vietnamese.keys()].sort()));

  it.each([...vietnamese])('%s asks for the same values in both languages', (key, text) => {
    expect(text.trim()).not.toBe('');
    expect(english.get(key)?.trim()).not.toBe('');
    expect(placeholders(english.get(key)!)).toEqual(placeholders(text));
  });

  it('are written with composed diacritics', () => {
    const loose = [...vietnamese].filter(([, text]) => text !== text.normalize('NFC'));
    expect(loose).toEqual([]);
  });
});

function flat(texts: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
