import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../worker/platform/text/fold.ts';
import { sortKey } from '../../../worker/platform/text/sort-key.ts';
import { runs } from '../../support/property-runs.ts';

describe('fold', () => {
  it.each([
    ['Nguyễn Đức', 'nguyen duc'],
    ['ĐẶNG THỊ ÁNH', 'dang thi anh'],
    ['Ưu tiên Ờ Ở Ỡ', 'uu tien o o o'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ｶﾞｰﾄﾞ', 'ガード'],
    ['ガギグパピプ', 'ガギグパピプ'],
    ['株式会社　青葉', '株式会社 青葉'],
    ['㈱青葉', '(株)青葉'],
    ['髙嶋', '髙嶋'],
    ['a \t b', 'a b'],
    ['', ''],
  ])('%s reads %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('takes a raised letter that becomes a look-alike of đ for a d at once', () => {
    expect(fold('\u1d9e')).toBe('d');
  });

  it('is the same for a text however it is composed, and folding again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  it('keeps a part of a Vietnamese text a part', () => {
    const word = fc.constantFrom('Nguyễn', 'Đức', 'Ánh', 'Thùy', 'Dương', 'Phước', 'ơ', 'Tạ', '株式会社', 'Ｎｏ．５');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(20), fc.nat(20), (words, start, length) => {
        const text = words.join(' ');
        expect(fold(text)).toContain(fold(text.slice(start, start + length)));
      }),
    );
  });
});

describe('sortKey', () => {
  const byKey = (texts: string[]) => [...texts].sort((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))));

  it('orders the letters as the Vietnamese alphabet does', () => {
    const letters = ['a', 'ă', 'â', 'b', 'c', 'd', 'đ', 'e', 'ê', 'g', 'h', 'i', 'o', 'ô', 'ơ', 'u', 'ư', 'v', 'x', 'y'];
    expect(byKey([...letters].reverse())).toEqual(letters);
  });

  it('orders equal letters by their tones', () => {
    expect(byKey(['mạ', 'má', 'mã', 'mả', 'mà', 'ma'])).toEqual(['ma', 'mà', 'mả', 'mã', 'má', 'mạ']);
    expect(byKey(['ma b', 'má a'])).toEqual(['má a', 'ma b']);
  });

  it('puts a name before the longer one it begins, digits before letters, and does not see case', () => {
    expect(byKey(['Anh Tú', 'Anh', 'Ánh', '9 Lan', 'an'])).toEqual(['9 Lan', 'an', 'Anh', 'Ánh', 'Anh Tú']);
    expect(sortKey('NGUYỄN')).toBe(sortKey('nguyễn'));
  });

  it('agrees with the collation of Unicode for Vietnamese names', () => {
    const collator = new Intl.Collator('vi');
    const syllable = fc.constantFrom(
      'an', 'ân', 'ấn', 'ăn', 'anh', 'ánh', 'bảo', 'bao', 'dũng', 'dung', 'dương', 'đạt', 'đức', 'hà', 'hạ', 'hải', 'lê', 'lý', 'mỹ', 'ngô', 'phước',
      'tú', 'tư', 'tùng', 'vũ', 'vu', 'yến',
    ); // biome-ignore format: one list, read as one
    const name = fc.array(syllable, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(name, name, (a, b) => {
        const order = Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b)));
        expect(Math.sign(order)).toBe(Math.sign(collator.compare(a, b)));
      }),
      { numRuns: runs(2000) },
    );
  });
});
