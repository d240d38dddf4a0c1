import { describe, expect, it } from 'vitest';
import { completeAt, completeName, findTypedWord, listNames } from '../../../web/features/formulas/completion.ts';
import { formulaText } from '../../../worker/contracts/calls/formula-words.ts';

describe('the word that is completed', () => {
  it.each([
    ['tsu|', 'tsu'],
    ['2 * tsu|bosuu + 1', 'tsu'],
    ['round(điểm|', 'điểm'],
    ['1.5|', undefined],
    ['12|', undefined],
    ['kouhou = "W|', undefined],
    ['tsubosuu + |', undefined],
  ])('%s', (typed, word) => {
    const cursor = typed.indexOf('|');
    expect(findTypedWord(typed.replace('|', ''), cursor)?.text).toBe(word);
  });
});

describe('names for what is typed', () => {
  const names = listNames('result', 'formula', 'vi');
  const found = (typed: string) => completeName(names, typed).map(({ value }) => value);

  it('begin so, or mean it, whatever the accents', () => {
    expect(found('tsu')[0]).toBe('tsubosuu');
    expect(found('base')).toEqual(['base_point1', 'base_point2', 'base_point3', 'base_point4', 'base_point5', 'base_point6']);
    expect(found('mong')).toContain('kiso');
    expect(found('roundu')).toEqual(['roundup(']);
    expect(found('zzz')).toEqual([]);
  });

  it.each([
    ['1 + do kh', 'do kh', 'complex_factor'],
    ['if(tsubosuu > 30 and do khó', 'do khó', 'complex_factor'],
    ['tsubosuu round', 'round', 'round('],
  ])('are found by several words of the meaning, which the name takes the place of: %s', (typed, text, name) => {
    const { word, found } = completeAt(names, typed, typed.length)!;
    expect(word).toEqual({ start: typed.length - text.length, end: typed.length, text });
    expect(found.map(({ value }) => value)).toContain(name);
  });

  it('are those that may stand in the field', () => {
    const of = (kind: 'formula' | 'name' | 'scale_name') => listNames('condition', kind, 'vi').map(({ value }) => value);
    expect(of('name')).toContain('kouhou');
    expect(of('name')).not.toContain('round(');
    expect(of('scale_name')).not.toContain('kouhou');
    expect(listNames('base_point2', 'formula', 'vi').map(({ value }) => value)).not.toContain('base_point2');
  });
});

describe('a formula in words', () => {
  it('writes numbers and arguments in the form of the reader', () => {
    expect(formulaText('=round(base_point1*1.5, 2)', 'vi')).toMatch(/^làm tròn\(.+×1,5; 2\)$/);
    expect(formulaText('=round(base_point1*1.5, 2)', 'en')).toMatch(/^round\(.+×1\.5, 2\)$/);
    expect(formulaText('kouhou <> "W, 1.5" and not (kaisuu >= 2)', 'vi')).toMatch(/≠ "W, 1\.5" và không \(.+ ≥ 2\)$/);
  });
});
