import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { FORMULA_FUNCTIONS } from '#contracts/calls/formula-language.ts';
import { FUNCTIONS } from '../../../worker/calculation/engine/expression/functions.ts';
import { scopeOf } from '../../../worker/calculation/engine/expression/scope.ts';
import { compileExpression } from '../../../worker/calculation/engine/expression.ts';
import { tryFormula } from '../../../worker/calculation/engine/try-formula.ts';
import { evaluate } from './evaluate.ts';

describe('arithmetic', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['24 / 4 / 2', 3],
    ['7 % 4', 3],
    ['-7 % 4', -3],
    ['2 ^ 10', 1024],
    ['.5 + 5.', 5.5],
    ['1e3 + 1', 1001],
    ['+5', 5],
    ['- -5', 5],
    ['2 * -3', -6],
    ['1 +\n\t 2', 3],
  ])('%s = %d', (source, value) => expect(evaluate(source)).toBe(value));

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

describe('problems name the place in the source as it was typed', () => {
  test.each([
    ['', 'empty@0'],
    ['  =  ', 'empty@0'],
    ['=1 +', 'incomplete@4'],
    ['=1 + foo', 'unknown_name@5 foo'],
    ['  = foo', 'unknown_name@4 foo'],
    ['1 + độ_khó', 'unknown_name@4 độ_khó'],
    ['foo(1)', 'unknown_function@0 foo'],
    ['1 + max', 'unknown_name@4 max'],
    ['tsubosuu(2)', 'unknown_function@0 tsubosuu'],
    ['round()', 'wrong_arguments@0 round'],
    ['1 + if(1, 2)', 'wrong_arguments@4 if'],
    ['round(1,5, 2)', 'wrong_arguments@0 round'],
    ['abs(1, 2)', 'wrong_arguments@0 abs'],
    ['(1 + 2', 'unclosed@0 ('],
    ['max(1, (2)', 'unclosed@3 ('],
    ['1 + 2)', 'syntax@5 )'],
    ['()', 'syntax@1 )'],
    ['max(1,)', 'syntax@6 )'],
    ['max(,1)', 'syntax@5 1'],
    ['kouhou = "W', 'unclosed@9 "'],
    ['1 2', 'syntax@2 2'],
    ['max(1 2)', 'syntax@6 2'],
    ['1,5 * 2', 'syntax@1 ,'],
    ['(1, 2)', 'syntax@2 ,'],
    ['1.2.3', 'syntax@3 .3'],
    ['2tsubosuu', 'syntax@1 tsubosuu'],
    ['1 => 2', 'syntax@3 >'],
    ['round(1; 2)', 'not_allowed@7 ;'],
    ['１；２', 'not_allowed@1 ；'],
    ['1e999', 'not_allowed@0 1e999'],
    ['kouhou * 2', 'text_not_number@0 kouhou'],
    ['1 + "x"', 'text_not_number@4 x'],
    ['kouhou', 'text_not_number@0 kouhou'],
    ['if(1, "a", "b")', 'text_not_number@6 a'],
    ['1 < tsubosuu < 3', 'chained_comparison@15 3'],
  ])('%s: %s', (source, problem) => expect(evaluate(source)).toBe(problem));

  test.each([
    ['1001 characters', '1'.repeat(1001), 'too_long@1000'],
    ['51 brackets', `${'('.repeat(51)}1${')'.repeat(51)}`, 'too_deep@51 1'],
    ['51 signs', `${'-'.repeat(51)}1`, 'too_deep@51 1'],
    ['51 functions', `${'abs('.repeat(51)}1${')'.repeat(51)}`, 'too_deep@204 1'],
    ['51 choices', `${'1 ? 1 : '.repeat(51)}1`, 'too_deep@400 1'],
  ])('%s are too many', (_, source, problem) => expect(evaluate(source)).toBe(problem));

  it('lists every unknown word in the order of the source', () => {
    const compiled = compileExpression('foo + bar(baz)', scopeOf('result'));
    expect(compiled.ok ? [] : compiled.problems.map(({ code, position }) => `${code}@${position}`)).toEqual([
      'unknown_name@0',
      'unknown_function@6',
      'unknown_name@10',
    ]);
  });

  test.each([
    ['1000 characters', `1${' '.repeat(998)}1`.replace(' 1', '+1'), 2],
    ['50 brackets', `${'('.repeat(50)}1${')'.repeat(50)}`, 1],
    ['50 functions', `${'abs('.repeat(50)}1${')'.repeat(50)}`, 1],
    ['a sum of 400 terms, which is no nesting', `1${'+1'.repeat(399)}`, 400],
  ])('%s pass', (_, source, value) => expect(evaluate(source)).toBe(value));
});

describe('only the formula language is accepted', () => {
  test.each([
    ['this', 'not_allowed@0 this'],
    ['this.constructor', 'not_allowed@0 this.constructor'],
    ['constructor', 'unknown_name@0 constructor'],
    ['__proto__', 'unknown_name@0 __proto__'],
    ['hasOwnProperty', 'unknown_name@0 hasOwnProperty'],
    ['constructor("return 1")', 'unknown_function@0 constructor'],
    ['toString()', 'unknown_function@0 toString'],
    ['constructor.constructor("x")', 'not_allowed@0 constructor.constructor'],
    ['tsubosuu.constructor', 'not_allowed@0 tsubosuu.constructor'],
    ['tsubosuu?.constructor', 'not_allowed@0 tsubosuu'],
    ['"".constructor', 'not_allowed@0 "'],
    ['tsubosuu[0]', 'not_allowed@8 ['],
    ['[1, 2]', 'not_allowed@0 ['],
    ['{}', 'not_allowed@0 {'],
    ['1; 2', 'not_allowed@1 ;'],
    ['tsubosuu += 1', 'syntax@10 ='],
    ['tsubosuu := 1', 'syntax@9 :'],
    ['tsubosuu === 1', 'syntax@11 ='],
    ['tsubosuu++', 'incomplete@10'],
    ['2 ** 3', 'syntax@3 *'],
    ['1 & 2', 'syntax@2 &'],
    ['1 | 2', 'syntax@2 |'],
    ['~1', 'not_allowed@0 ~'],
    ['1 << 2', 'syntax@3 <'],
    ['`1`', 'not_allowed@0 `'],
    ['(x => x)(1)', 'syntax@4 >'],
    ['(max)(1, 2)', 'syntax@7 ,'],
    ['(max)(1)', 'not_allowed@0 ('],
    ['max(1)(2)', 'not_allowed@0 max'],
    ['null', 'unknown_name@0 null'],
    ['undefined', 'unknown_name@0 undefined'],
    ['$A$1', 'not_allowed@0 $'],
    ['new Date()', 'syntax@4 Date'],
    ['/a/', 'syntax@0 /'],
    ['\\u0061', 'not_allowed@0 \\'],
    ['1 /* x */', 'syntax@3 *'],
  ])('%s is refused: %s', (source, problem) => expect(evaluate(source, { tsubosuu: 1 })).toBe(problem));

  it('answers every text with a value, a failure or a problem inside it, and leaves no trace', () => {
    const signs = '()()+-*/%^=<>!&|?:,,."\' \\;[]{}'.split('');
    const words = [
      '<>',
      '>=',
      ' and ',
      'not ',
      'if(',
      'round(',
      'tsubosuu',
      'kouhou',
      '"W"',
      '1',
      '２',
      '0.5',
      '坪数',
      'x',
      '\u0000',
      '\ud800',
      '𠮷',
    ];
    const pieces = fc.array(fc.constantFrom(...signs, ...words), { maxLength: 60 }).map((parts) => parts.join(''));
    const anything = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: pieces }, anything), (text) => {
        const { value, problem, failure } = tryFormula({ scope: 'result', source: text, values: { tsubosuu: 2, kouhou: 'W' } });
        const answers = [value, problem, failure].filter((part) => part !== null);
        const inside = problem === null || (problem.position >= 0 && problem.position <= text.length);
        return answers.length === 1 && Number.isFinite(value ?? 0) && inside && evaluate('-2^2 + 坪数', { tsubosuu: 4 }) === 0;
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the try-it box', () => {
  it('shows the formula with its values in place and names what it used', () => {
    const values = { tsubosuu: 35.5, complex_factor: -1.2, kouhou: 'W', kaisuu: null };
    const source = 'if(kouhou = "W", tsubosuu * complex_factor, kaisuu + tsubosuu)';
    expect(tryFormula({ scope: 'result', source, values })).toEqual({
      value: -42.6,
      substituted: 'if("W" = "W", 35.5 * (-1.2), kaisuu + 35.5)',
      variables: ['kouhou', 'tsubosuu', 'complex_factor', 'kaisuu'],
      problem: null,
      failure: null,
    });
  });

  it('takes numbers written as texts and ignores values it does not know', () => {
    expect(evaluate('tsubosuu + 1', { tsubosuu: ' ３５.5 ', __proto__: 1, nothing: 2 })).toBe(36.5);
  });
});
