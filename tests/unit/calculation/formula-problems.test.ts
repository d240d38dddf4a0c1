import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formulaProblemMessage } from '../../../worker/contracts/calls/formula-problems.ts';
import { scopeOf } from '../../../worker/features/calculation/engine/expression/scope.ts';
import { compileExpression } from '../../../worker/features/calculation/engine/expression.ts';
import { tryFormula } from '../../../worker/features/calculation/engine/try-formula.ts';
import { runs } from '../../support/property-runs.ts';
import { evaluate } from './evaluate.ts';

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
    ['1,5 * 2', 'decimal_comma@0 1,5'],
    ['2 * (10,25 + 1)', 'decimal_comma@5 10,25'],
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
      { numRuns: runs(3000) },
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
      steps: [
        { text: 'kouhou = "W"', substituted: '"W" = "W"', value: 1 },
        { text: 'tsubosuu * complex_factor', substituted: '35.5 * (-1.2)', value: -42.6 },
        { text: source, substituted: 'if("W" = "W", 35.5 * (-1.2), kaisuu + 35.5)', value: -42.6 },
      ],
      problem: null,
      failure: null,
    });
  });

  it.each([
    ['tsubosu * 2', 'tsubosuu'],
    ['complex_facotr', 'complex_factor'],
    ['ruond(1.5)', 'round'],
    ['hoàn_toàn_khác', undefined],
  ])('suggests the name that is meant: %s', (source, suggestion) => {
    const { problem } = tryFormula({ scope: 'result', source, values: {} });
    expect(problem?.suggestion).toBe(suggestion);
    if (suggestion) expect(formulaProblemMessage(problem!, 'vi')).toContain(`Có phải «${suggestion}»?`);
  });

  it('says how a decimal comma is typed', () => {
    const { problem } = tryFormula({ scope: 'result', source: 'tsubosuu * 1,5', values: {} });
    expect(formulaProblemMessage(problem!, 'vi')).toContain('hãy gõ 1.5 (dấu chấm) thay cho 1,5');
  });

  it('takes numbers written as texts and ignores values it does not know', () => {
    expect(evaluate('tsubosuu + 1', { tsubosuu: ' ３５.5 ', __proto__: 1, nothing: 2 })).toBe(36.5);
  });
});
