import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../worker/platform/text/clean-text.ts';
import { fold } from '../../../worker/platform/text/fold.ts';
import { foldText } from '../../../worker/platform/text/fold-case.ts';
import { foldLookalikes } from '../../../worker/platform/text/fold-lookalikes.ts';
import { exactNameKey } from '../../../worker/platform/text/match-name.ts';
import { sortKey } from '../../../worker/platform/text/sort-key.ts';
import { runs } from '../../support/property-runs.ts';

const FORMS = { foldLookalikes, fold, foldText, exactNameKey, sortKey };

/** Signs that read alike, the plain one first. */
const ALIKE = [
  [...'-‐‑‒–—―−－﹣⁃─'],
  [...'~〜～∼'],
  [..."’'‘＇"],
  [...'"“”＂'],
  [...'・·･•'],
  [...'長⻑'],
  [...'木⽊'],
  [...'神\ufa19'],
  [...'館\ufa2c'],
  ['ガ', 'ガ'.normalize('NFD'), 'ｶﾞ', 'カ゛', 'カﾞ'],
  ['ệ', 'ê\u0323', 'ẹ\u0302', 'e\u0323\u0302'],
  ['A', 'Ａ'],
  ['1', '１'],
  ['(株)', '㈱', '（株）'],
];
const alike = fc.constantFrom(...ALIKE).chain((signs) => fc.tuple(fc.constantFrom(...signs), fc.constantFrom(...signs)));
const same = fc.constantFrom(...'aĐ1-ー〜カ邸 ').map((sign) => [sign, sign] as [string, string]);

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
  it('is one for texts that read alike', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(alike, same), { maxLength: 8 }), (pairs) => {
        expect(form(pairs.map(([one]) => one).join(''))).toBe(form(pairs.map(([, other]) => other).join('')));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('keeps texts apart that read differently', () => {
    const others = [['サーバー', 'サーバ'], ['コード', 'コ-ド'], ['高橋', '髙橋'], ['1-2', '12'], ['ハ', 'バ'], ['A~B', 'A-B']]; // biome-ignore format: a table
    for (const [one, other] of others) expect(form(one!), one).not.toBe(form(other!));
  });
});

it('folding again changes nothing, whatever the sign', () => {
  const behind = ['a', 'カ', ''];
  const isWhole = (code: number) => code < 0xd800 || code >= 0xe000;
  for (let first = 1; first <= 0x2fa1f; first += 64) {
    const codes = Array.from({ length: 64 }, (_, at) => first + at).filter(isWhole);
    const text = codes.map((code) => `${behind[code % 3]}${String.fromCodePoint(code)}ー゛`).join('\n');
    for (const form of [foldLookalikes, fold, exactNameKey]) {
      const once = form(text);
      if (form(once) !== once) expect.fail(`one of 64 from U+${first.toString(16)}`);
    }
  }
});

it('ー is a letter behind kana and a dash behind other signs', () => {
  expect(exactNameKey('ZTー2611ｰ001')).toBe('zt-2611-001');
  expect(exactNameKey('②階'), 'a number in a circle stays').not.toBe(exactNameKey('2階'));
  expect(exactNameKey('1階ー2階')).toBe('1階-2階');
  expect(fold('ラーメンｰ・スーパーー１')).toBe('ラーメンー・スーパーー1');
  expect(fold('ーメン')).toBe('ーメン');
});

it('what is stored is what was typed', () => {
  for (const typed of ['1〜2', '1～2', 'A‐1', 'A–1', 'A−1', '⻑谷川', '\ufa19谷', '‘x’', 'Ａｰ1']) expect(cleanText(typed)).toBe(typed);
});
