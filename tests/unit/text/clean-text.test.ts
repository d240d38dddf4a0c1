import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueSchema } from '../../../worker/contracts/field-schemas.ts';
import { password, text } from '../../../worker/contracts/fields.ts';
import { cleanText } from '../../../worker/platform/text/clean-text.ts';
import { fold } from '../../../worker/platform/text/fold.ts';
import { nameMatcher } from '../../../worker/platform/text/match-name.ts';
import { sortKey } from '../../../worker/platform/text/sort-key.ts';

describe('cleanText', () => {
  it.each([
    ['Nguyễn Đức'.normalize('NFD'), 'Nguyễn Đức'],
    ['\u00d0ặng Văn \u00f0ông', 'Đặng Văn đông'],
    ['\u0189à Nẵng', 'Đà Nẵng'],
    ['J\u200b-1\ufeff', 'J-1'],
    ['Lê\u00a0An', 'Lê An'],
    ['Lê  An', 'Lê An'],
    ['Lê\tAn', 'Lê An'],
    ['Lê \r\n An', 'Lê An'],
    ['Phòng\u00ad\u2060 A', 'Phòng A'],
    ['\u202eabc\u202c', 'abc'],
    ['a\u0007b\u0085c', 'ab c'],
    ['Phòng\u{e0041}\u115f\ufff9 A\uffff', 'Phòng A'],
    ['Phòng\u2800A', 'Phòng A'],
    ['Phòng A\ufe0f\u200d', 'Phòng A'],
    ['Ph\u{e0100}òng A', 'Phòng A'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(cleanText(typed)).toBe(stored);
  });

  it('keeps what is seen: spaces of Japanese names, chosen forms of a character, pictures made of several', () => {
    for (const kept of ['山田　邸', '葛\u{e0100}飾区', '👩\u200d🔧', '❤\ufe0f\u200d🔥', 'ｶﾞｰﾄﾞ', 'Ａ棟', '㈱青葉'])
      expect(cleanText(kept)).toBe(kept);
  });

  it('keeps the lines and indents of several lines, and the spaces of HTML', () => {
    expect(cleanText('a\r\n\u00a0 b\u2028c', 'lines')).toBe('a\n  b\nc');
    expect(cleanText('<p>a\u00a0 \u200bb</p>', 'html')).toBe('<p>a\u00a0 b</p>');
  });

  it('passes over no sign that it would change in the middle of another text', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const char = String.fromCharCode(code);
      // What nobody sees is taken out, after a look at the rest.
      if (cleanText(`a${char}b`) !== cleanText(`a${char}b\u200b`)) expect.fail(`U+${code.toString(16)}`);
    }
  });

  it('changes nothing the second time', () => {
    const char = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('\u00d0', '\u200b', '\u00a0', ' ', '\n', '\r', 'e\u0301', '\u200d', '👩'),
    );
    const shape = fc.constantFrom('line', 'lines', 'html' as const);
    fc.assert(
      fc.property(fc.array(char), shape, (parts, shape) => {
        const once = cleanText(parts.join(''), shape as 'line');
        expect(cleanText(once, shape as 'line')).toBe(once);
      }),
    );
  });
});

describe('a text that comes in', () => {
  const label = { vi: 'Tên', en: 'Name' };

  it('is cleaned by the schema of its field, by every door; a password is taken as typed', () => {
    expect(valueSchema(text(label)).parse('\u00d0ỗ\u200b  Hiếu\u00a0')).toBe('Đỗ Hiếu');
    expect(valueSchema(text(label, { multiline: true })).parse('a\r\nb')).toBe('a\nb');
    expect(valueSchema(password(label)).parse('a\u00a0 \u200bb')).toBe('a\u00a0 \u200bb');
  });

  it('is searched, sorted and matched like the one with plain letters', () => {
    expect(fold('\u00d0ại Phát')).toBe(fold('Đại Phát'));
    expect(fold('J\u200b-1')).toBe('j-1');
    expect(sortKey('\u00d0ông')).toBe(sortKey('Đông'));
    const match = nameMatcher([{ row: 1, names: ['Đỗ Trung Hiếu'] }]);
    expect(match('\u00d0ỗ Trung\u200b Hiếu').matches).toEqual([1]);
    expect(match('Dỗ Trung Hiếu')).toEqual({ matches: [], similar: [1] });
  });
});
