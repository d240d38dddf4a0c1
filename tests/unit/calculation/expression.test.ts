import { describe, expect, it, test } from 'vitest';
import { FORMULA_FUNCTIONS } from '#contracts/calls/formula-language.ts';
import { FUNCTIONS } from '../../../worker/features/calculation/engine/expression/functions.ts';
import { evaluate } from './evaluate.ts';

describe('arithmetic', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['24 / 4 / 2', 3],
    ['7 % 4', 3],
    ['-7 % 4', -3],
    ['10.1 % 0.1', 0],
    ['tsubosuu % 0.05', 0],
    ['(0.1 + 0.7) * 10 % 1', 0],
    ['-35.25 % 0.1', -0.05],
    ['2 ^ 10', 1024],
    ['.5 + 5.', 5.5],
    ['1e3 + 1', 1001],
    ['+5', 5],
    ['- -5', 5],
    ['2 * -3', -6],
    ['1 +\n\t 2', 3],
  ])('%s = %d', (source, value) => expect(evaluate(source, { tsubosuu: 35.15 })).toBe(value));

  test.each([
    ['-2^2', -4, 'the power binds tighter than a leading minus'],
    ['(-2)^2', 4, 'brackets keep the minus inside'],
    ['--2^2', 4, 'two minuses cancel'],
    ['-2^2^2', -16, '-((2^2)^2)'],
    ['-2 * 3^2', -18, '(-2) * 9'],
    ['1 - 2^2', -3, 'a minus between two is no sign'],
    ['2^-2', 0.25, 'the exponent may have a sign'],
    ['2^3^2', 64, '(2^3)^2: from left to right, as in a spreadsheet'],
  ])('%s = %d: %s', (source, value) => expect(evaluate(source)).toBe(value));
});

describe('comparisons and logic give 1 or 0', () => {
  test.each([
    ['1 = 1', 1],
    ['1 == 1', 1],
    ['1 <> 2', 1],
    ['1 != 1', 0],
    ['1<2', 1],
    ['2<=2', 1],
    ['2≥3', 0],
    ['2 ≠ 3', 1],
    ['3>=4', 0],
    ['1 + 1 = 2', 1],
    ['1.1 * 3 = 3.3', 1],
    ['1.1 * 3 > 3.3', 0],
    ['1.1 * 3 <= 3.3', 1],
    ['1 < 2 and 2 < 3', 1],
    ['1 > 2 OR 2 < 3', 1],
    ['1 && 0', 0],
    ['0 || 5', 1],
    ['1 or 0 and 0', 1],
    ['not 1 > 2', 1],
    ['not 1 > 2 and 0', 0],
    ['not(0) + not(0)', 2],
    ['!0 + !0', 2],
    ['!(1 > 2)', 1],
    ['AND(1, 2 > 1)', 1],
    ['or(0, 0)', 0],
    ['true + true', 2],
    ['FALSE', 0],
    ['(1 < 2) = (3 < 4)', 1],
    ['1 > 0 ? 5 : 6', 5],
    ['0 ? 5 : 0 ? 6 : 7', 7],
    ['1?.5:.2', 0.5],
    ['(2 > 1) * 10', 10],
  ])('%s = %d', (source, value) => expect(evaluate(source)).toBe(value));
});

describe('functions', () => {
  test.each([
    ['if(2 > 1, 10, 20)', 10],
    ['IF(2 < 1, 10, 20)', 20],
    ['round(1.0005, 3)', 1.001],
    ['round(-1.0005, 3)', -1.001],
    ['round(2.5)', 3],
    ['round(1234, -2)', 1200],
    ['RoundUp(1.001, 2)', 1.01],
    ['roundup(-1.001, 2)', -1.01],
    ['roundup(1.1 * 3, 1)', 3.3],
    ['rounddown(1.999, 2)', 1.99],
    ['rounddown(-1.999, 2)', -1.99],
    ['floor(-1.5)', -2],
    ['ceil(-1.5)', -1],
    ['ceil(1.1 * 30)', 33],
    ['abs(-3)', 3],
    ['min(3, 1, 2)', 1],
    ['max(3, 1, 2)', 3],
    ['max(3)', 3],
    ['sum(1, 2, 3, 4)', 10],
  ])('%s = %d', (source, value) => expect(evaluate(source)).toBe(value));

  it('are the ones that the hints list', () => {
    expect([...FUNCTIONS.keys()].sort()).toEqual(FORMULA_FUNCTIONS.map(({ name }) => name).sort());
  });
});

describe('names', () => {
  test.each([
    ['tsubosuu * 2', 71, 'a column'],
    ['TsuboSuu * 2', 71, 'in any case'],
    ['坪数 * 2', 71, 'by its Japanese label'],
    ['ｔｓｕｂｏｓｕｕ　＊　２', 71, 'as a Japanese input method writes it'],
    ['（坪数＋１）×２', 73, 'with full-width brackets and signs'],
    ['=tsubosuu', 35.5, 'after the = of a spreadsheet'],
    ['  = tsubosuu', 35.5, 'with spaces around it'],
    ['tsubosuu = 35.5', 1, 'with an = that compares'],
    ['=tsubosuu=35.5', 1, 'with both'],
  ])('%s = %d: %s', (source, value) => expect(evaluate(source, { tsubosuu: 35.5 })).toBe(value));

  test.each([
    ['kouhou = "w"', 1, 'ignoring case'],
    ["kouhou = ' Ｗ '", 1, 'ignoring width and outer spaces'],
    ['kouhou <> "W"', 0, 'not equal'],
    ['if(kouhou = "S", 1, 2)', 2, 'inside a condition'],
    ['rank = 2', 1, 'a text that is a number meets a number'],
    ['rank > 10', 0, 'by value'],
    ['rank < 10', 1, 'not by alphabet'],
    ['kouhou = 1', 0, 'a word is no number'],
    ['kouhou <> 1', 1, 'a word is no number, so it differs'],
    ['kouhou < 1', 0, 'a word and a number have no order'],
    ['kouhou > "A"', 1, 'words have an alphabet'],
    ['techousei = ""', 1, 'an empty text is an empty text'],
    ['techousei < "z"', 0, 'but comes before nothing'],
    ['techousei = 0', 0, 'and is not zero'],
    ['kouhou = "a) + (b"', 0, 'quotes hold any sign'],
    ['kouhou = "say \\"W\\""', 0, 'even quotes after a backslash'],
  ])('texts: %s = %d, %s', (source, value) => {
    expect(evaluate(source, { kouhou: 'W', rank: '2' })).toBe(value);
  });
});

describe('values that are missing or not finite', () => {
  test.each([
    ['tsubosuu + kaisuu', 'empty_variable kaisuu'],
    ['kaisuu > 1', 'empty_variable kaisuu'],
    ['if(kaisuu > 1, 1, 2)', 'empty_variable kaisuu'],
    ['if(tsubosuu > 1, 5, kaisuu)', 5],
    ['tsubosuu > 1 ? 5 : kaisuu', 5],
    ['tsubosuu > 99 and kaisuu > 1', 0],
    ['tsubosuu > 1 or kaisuu > 1', 1],
    ['and(tsubosuu > 99, kaisuu > 1)', 0],
    ['kaisuu * 0', 'empty_variable kaisuu'],
    ['1 / 0', 'not_finite'],
    ['0 / 0', 'not_finite'],
    ['5 % 0', 'not_finite'],
    ['1 / (tsubosuu - 30)', 'not_finite'],
    ['if(1 / 0 > 5, 1, 2)', 'not_finite'],
    ['min(1, 1 / 0)', 'not_finite'],
    ['(-8) ^ 0.5', 'not_finite'],
    ['10 ^ 400', 'not_finite'],
    ['if(tsubosuu = 30, 0, 1 / 0)', 0],
    ['roundup(5, -400)', 'not_finite'],
  ])('%s: %s', (source, outcome) => expect(evaluate(source, { tsubosuu: 30, kaisuu: null })).toBe(outcome));
});
