import { describe, expect, it, test } from 'vitest';
import type { Cell, TsuboRow } from '../../../worker/features/calculation/engine/rows.ts';
import { calculate, result, standard, tsubo } from './rows.ts';

/** Scale factor taken for a job, or the issue's code. */
function factor(tsubos: TsuboRow[], job: Record<string, unknown>): number | string | null {
  const outcome = calculate({ tsubos, results: [ONE] }, job);
  return outcome.ok ? outcome.scale_factor : outcome.issue.code;
}

const ONE = result({ result_design_formula: '1', result_check_formula: '1' });

describe('a scale row matches', () => {
  test.each<[string, { equal?: Cell; from?: Cell; to?: Cell }, Cell, boolean]>([
    ['from is included', { from: 30, to: 50 }, 30, true],
    ['between', { from: 30, to: 50 }, 49.99, true],
    ['to is not included', { from: 30, to: 50 }, 50, false],
    ['below', { from: 30, to: 50 }, 29.99, false],
    ['an empty from is open', { to: 50 }, -5, true],
    ['an empty to is open', { from: 30 }, 1e9, true],
    ['a from of 0 is a limit', { from: 0, to: 10 }, -1, false],
    ['equal', { equal: 40 }, 40, true],
    ['an equal value of 0', { equal: 0 }, 0, true],
    ['a row with only an equal value matches nothing else', { equal: 40 }, 41, false],
    ['equal, although outside its limits', { equal: 99, from: 30, to: 50 }, 99, true],
    ['within its limits, although not equal', { equal: 99, from: 30, to: 50 }, 35, true],
    ['neither equal nor within', { equal: 99, from: 30, to: 50 }, 60, false],
    ['a row with nothing set matches everything', {}, 12, true],
    ['numbers stored as texts', { from: '30', to: '50.5' }, '50.4', true],
    ['decimals as written', { equal: '0.30' }, 0.3, true],
  ])('%s', (_, limits, tsubosuu, matches) => {
    const row = tsubo({ scale_factor: 2, scale_equal_to: limits.equal, scale_limit_from: limits.from, scale_limit_to: limits.to });
    expect(factor([row], { tsubosuu })).toBe(matches ? 2 : 'no_scale');
  });
});

describe('which row is taken', () => {
  it('is the lowest id that matches, whatever the order of the rows', () => {
    const rows = [
      tsubo({ id: 9, scale_factor: 9, scale_equal_to: 30 }),
      tsubo({ id: 4, scale_factor: 4, scale_limit_from: 20 }),
      tsubo({ id: 5, scale_factor: 5 }),
    ];
    expect(factor(rows, { tsubosuu: 30 })).toBe(4);
    expect(factor(rows.toReversed(), { tsubosuu: 30 })).toBe(4);
    expect(factor(rows, { tsubosuu: 10 })).toBe(5);
  });

  it('is of the standard’s code, ignoring case, width and spaces around it', () => {
    const rows = [
      tsubo({ id: 1, scale_factor_code: 'T', scale_factor: 1.5 }),
      tsubo({ id: 2, scale_factor_code: ' ｓ ', scale_factor: 2.5 }),
    ];
    expect(factor(rows, {})).toBe(2.5);
  });

  it('is the one that the standard names, as it is', () => {
    const named = tsubo({ id: 8, scale_factor_code: 'OTHER', scale_factor: 3, scale_limit_from: 500 });
    const outcome = calculate({ standards: [standard({ tsubo_id: 8 })], tsubos: [tsubo({ scale_factor: 1 }), named], results: [ONE] });
    expect(outcome).toMatchObject({ ok: true, scale_factor: 3, scale_factor_code: 'OTHER' });
  });

  it('is never another when the named one is gone', () => {
    const outcome = calculate({ standards: [standard({ tsubo_id: 8 })], tsubos: [tsubo({ scale_factor: 1 })] });
    expect(outcome).toEqual({ ok: false, issue: { code: 'no_scale', scale_code: 'S', reason: 'no_row', tsubo_id: 8 } });
  });

  it('measures the variable it names, by any of its names', () => {
    const rows = (name: string) => [tsubo({ scale_factor: 2, condition_variable: name, scale_limit_from: 100 })];
    expect(factor(rows('menseki'), { tsubosuu: 1, menseki: 120 })).toBe(2);
    expect(factor(rows(' MENSEKI '), { tsubosuu: 1, menseki: 120 })).toBe(2);
    expect(factor(rows('面積'), { tsubosuu: 1, menseki: 120 })).toBe(2);
    expect(factor(rows('naniten'), { tsubosuu: 1, complex_point: 120 })).toBe(2);
  });

  it('can measure another variable in each row', () => {
    const rows = [
      tsubo({ id: 1, scale_factor: 1.1, condition_variable: 'kaisuu', scale_equal_to: 3 }),
      tsubo({ id: 2, scale_factor: 1.2, scale_limit_from: 20 }),
    ];
    expect(factor(rows, { kaisuu: 3, tsubosuu: 30 })).toBe(1.1);
    expect(factor(rows, { kaisuu: 2, tsubosuu: 30 })).toBe(1.2);
  });
});

describe('without a row', () => {
  it('of that code both factors are 1', () => {
    const formulas = result({ result_design_formula: 'scale_factor * 10 + complexity_factor', result_check_formula: '0' });
    const outcome = calculate({ tsubos: [tsubo({ scale_factor_code: 'T', scale_factor: 5 })], results: [formulas] }, { tsubosuu: null });
    expect(outcome).toMatchObject({ ok: true, result_design_point: 11, scale_factor: 1, scale_factor_code: 'S' });
  });

  it('that matches there is an issue, never a factor of 1', () => {
    const outcome = calculate({ tsubos: [tsubo({ scale_limit_to: 10 })] });
    expect(outcome).toEqual({ ok: false, issue: { code: 'no_scale', scale_code: 'S', reason: 'no_match', tsubo_id: null } });
  });
});

describe('what it measures', () => {
  const place = { entity: 'tsubos', row_id: 1, field: 'condition_variable' };

  test.each([null, undefined, '', ' ', 'nhiều', Number.NaN])('is empty when it is %o, and the issue names it', (kaisuu) => {
    const outcome = calculate({ tsubos: [tsubo({ condition_variable: 'kaisuu', scale_limit_from: 1 })] }, { kaisuu });
    expect(outcome).toEqual({ ok: false, issue: { code: 'empty_variable', variable: 'kaisuu', place } });
  });

  it('does not matter to a row that matches everything', () => {
    expect(factor([tsubo({ scale_factor: 2 })], { tsubosuu: null })).toBe(2);
  });

  it('is an issue when no such number exists, for the jobs that come to the row', () => {
    const rows = [
      tsubo({ id: 1, scale_factor: 1.1, scale_limit_to: 20 }),
      tsubo({ id: 2, condition_variable: 'kouhou', scale_limit_from: 1 }),
    ];
    expect(factor(rows, { tsubosuu: 10 })).toBe(1.1);
    expect(factor(rows, { tsubosuu: 30 })).toBe('bad_formula');
  });
});

describe('a matching row', () => {
  it('replaces the standard points where it has its own, 0 included', () => {
    const rows = [tsubo({ scale_factor: 2, standard_design_point: 5, standard_check_point: 0 })];
    // 5 × 2 = 10 and 0 × 2 = 0
    expect(calculate({ tsubos: rows })).toEqual({
      ok: true,
      scale_factor_code: 'S',
      scale_factor: 2,
      standard_design_point: 5,
      standard_check_point: 0,
      result_design_point: 10,
      result_check_point: 0,
    });
  });

  it('keeps the standard points where it has none', () => {
    // 2 × 1.5 = 3 and 0.5 × 1.5 = 0.75
    expect(calculate({ tsubos: [tsubo({ scale_factor: 1.5 })] })).toMatchObject({
      standard_design_point: 2,
      standard_check_point: 0.5,
      result_design_point: 3,
      result_check_point: 0.75,
    });
  });

  it('with an empty factor is an issue only for a formula that needs it', () => {
    const issue = { code: 'empty_variable', variable: 'scale_factor' };
    expect(calculate({ tsubos: [tsubo()] })).toMatchObject({ ok: false, issue });
    expect(calculate({ tsubos: [tsubo()], results: [ONE] })).toMatchObject({ ok: true, scale_factor: null });
    const complexity = result({ result_design_formula: 'complexity_factor', result_check_formula: '0' });
    expect(calculate({ tsubos: [tsubo({ scale_factor: 2 })], results: [complexity] })).toMatchObject({
      ok: false,
      issue: { ...issue, variable: 'complexity_factor' },
    });
  });
});
