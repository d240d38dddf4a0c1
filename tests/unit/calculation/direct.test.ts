import { describe, expect, it, test } from 'vitest';
import { calculateDirect } from '../../../worker/features/calculation/engine/direct.ts';
import { compileRules } from '../../../worker/features/calculation/engine/rules.ts';
import { basePoint, calculate, designPoints, direct, result, ruleRows, standard, tsubo } from './rows.ts';

describe('a whole calculation, worked by hand', () => {
  const rows = ruleRows({
    standards: [standard({ standard_design_point: 1.8, standard_check_point: 0.6, point_design: 12, total_time_allowed: '480' })],
    tsubos: [
      tsubo({ id: 1, scale_factor: 0.9, complexity_factor: 1, scale_limit_to: 30 }),
      tsubo({ id: 2, scale_factor: 1, complexity_factor: 1.1, scale_limit_from: 30, scale_limit_to: 50 }),
      tsubo({ id: 3, scale_factor: 1.35, complexity_factor: 1.2, scale_limit_from: 50, standard_design_point: 2.4 }),
      tsubo({ id: 4, scale_factor: 9, scale_equal_to: 33.33 }),
    ],
    base_points: [
      basePoint({
        id: 1,
        condition_variable: 'kouhou',
        condition_operator: 'in',
        condition_param: '2x4, 2×6',
        base_point1: 'standard_design_point * scale_factor',
        base_point2: 'if(kaisuu >= 3, 0.4, 0)',
      }),
      basePoint({
        id: 2,
        base_point1: 'standard_design_point * scale_factor * complexity_factor',
        base_point2: 'max(tsubosuu - 40, 0) * 0.015',
        base_point3: 'base_point1 + base_point2',
      }),
    ],
    results: [
      result({
        result_design_formula: '=base_point1 * complex_factor + base_point2',
        result_check_formula: 'standard_check_point * scale_factor + complex_point / 10',
      }),
    ],
  });
  const rules = compileRules(rows);

  test.each([
    // 1.8 × 0.9 × 1 = 1.62; × 1.2 = 1.944; max(25 - 40, 0) = 0; check 0.6 × 0.9 + 0.5 / 10 = 0.59
    ['a small house', { tsubosuu: 25, kouhou: '在来' }, 0.9, 1.8, 1.944, 0.59],
    // 1.8 × 1 × 1.1 = 1.98; × 1.2 = 2.376; (45.5 - 40) × 0.015 = 0.0825; sum 2.4585; half away: 2.459; check 0.6 + 0.05 = 0.65
    ['a house whose points end in a half', { tsubosuu: 45.5, kouhou: '在来' }, 1, 1.8, 2.459, 0.65],
    // row 2 comes before row 4, whose equal value is met too
    ['the first matching scale row', { tsubosuu: 33.33, kouhou: '在来' }, 1, 1.8, 2.376, 0.65],
    // own design point 2.4 × 1.35 × 1.2 = 3.888; × 1.2 = 4.6656; (80 - 40) × 0.015 = 0.6; 5.2656; check 0.6 × 1.35 + 0.05 = 0.86
    ['a large house', { tsubosuu: 80, kouhou: '在来' }, 1.35, 2.4, 5.266, 0.86],
    // 2.4 × 1.35 = 3.24; × 1.2 = 3.888; three storeys + 0.4 = 4.288
    ['a large house of another method', { tsubosuu: 80, kouhou: '２Ｘ４', kaisuu: '3' }, 1.35, 2.4, 4.288, 0.86],
    // 1.8 × 0.9 = 1.62; × 1.2 = 1.944; two storeys + 0
    ['two storeys', { tsubosuu: 29.99, kouhou: '2x4', kaisuu: 2 }, 0.9, 1.8, 1.944, 0.59],
  ])('%s', (_, job, scale_factor, standard_design_point, result_design_point, result_check_point) => {
    expect(calculateDirect(rules, direct({ complex_factor: 1.2, complex_point: 0.5, ...job }))).toEqual({
      ok: true,
      scale_factor_code: 'S',
      scale_factor,
      standard_design_point,
      standard_check_point: 0.6,
      result_design_point,
      result_check_point,
    });
  });

  it('needs the storeys only where a formula looks at them', () => {
    expect(calculateDirect(rules, direct({ tsubosuu: 25, complex_factor: 1, complex_point: 0, kouhou: '2x4' }))).toEqual({
      ok: false,
      issue: { code: 'empty_variable', variable: 'kaisuu', place: { entity: 'formula-base-points', row_id: 1, field: 'base_point2' } },
    });
  });
});

describe('the standard', () => {
  test.each([
    ['no customer', { customer_id: null }, 'no_customer'],
    ['no work category', { work_category_id: null }, 'no_work_category'],
    ['another customer', { customer_id: 8 }, 'no_row'],
    ['another work category', { work_category_id: 4 }, 'no_row'],
  ])('is missing for a job with %s', (_, job, reason) => {
    const { customer_id, work_category_id } = direct(job);
    expect(calculate({}, job)).toEqual({ ok: false, issue: { code: 'no_standard', reason, customer_id, work_category_id } });
  });

  it('is the lowest id where two are for the same work', () => {
    const standards = [standard({ id: 6, standard_design_point: 6 }), standard({ id: 2, standard_design_point: 4 })];
    expect(calculate({ standards })).toMatchObject({ standard_design_point: 4 });
  });

  it('without a customer or category is for nobody', () => {
    expect(calculate({ standards: [standard({ customer_id: null })] }, { customer_id: null })).toMatchObject({
      ok: false,
      issue: { code: 'no_standard' },
    });
  });

  it('gives its columns to the formulas; one that is no number is empty', () => {
    const standards = [standard({ point_design: 12, point_check: '4', unit: '棟', total_time_allowed: 480 })];
    expect(designPoints('point_design + point_check + total_time_allowed', {}, { standards })).toBe(496);
    expect(designPoints('unit', {}, { standards })).toBe('empty_variable');
  });

  it('may leave points empty that no formula needs', () => {
    const rows = { standards: [standard({ standard_check_point: null })], results: [result({ result_check_formula: '0.1' })] };
    expect(calculate(rows)).toMatchObject({ ok: true, standard_check_point: null, result_check_point: 0.1 });
    expect(calculate({ standards: rows.standards })).toMatchObject({ issue: { code: 'empty_variable', variable: 'standard_check_point' } });
  });

  it('without a scale code meets no scale rows, base points or formulas, not even those without a code', () => {
    const rows = {
      standards: [standard({ scale_code: null })],
      tsubos: [tsubo({ scale_factor_code: null })],
      results: [result({ scale_code: '' })],
    };
    expect(calculate(rows)).toEqual({ ok: false, issue: { code: 'no_formula', scale_code: '', reason: 'no_row', field: null } });
  });
});

it('has the factor 1 where its code has no scale rows', () => {
  expect(calculate({ standards: [standard()], results: [result()] })).toMatchObject({ ok: true, scale_factor_code: 'S', scale_factor: 1 });
});

describe('the result formula', () => {
  it('is missing when the code has none', () => {
    expect(calculate({ results: [result({ scale_code: 'T' })] })).toEqual({
      ok: false,
      issue: { code: 'no_formula', scale_code: 'S', reason: 'no_row', field: null },
    });
  });

  test.each(['result_design_formula', 'result_check_formula'] as const)(
    'with an empty %s is missing too: points are never 0 by omission',
    (field) => {
      expect(calculate({ results: [result({ [field]: ' ' })] })).toEqual({
        ok: false,
        issue: { code: 'no_formula', scale_code: 'S', reason: 'empty', field },
      });
    },
  );

  it('is the lowest id where a code has two', () => {
    expect(
      calculate({ results: [result({ id: 3, result_design_formula: '3' }), result({ id: 1, result_design_formula: '1' })] }),
    ).toMatchObject({ result_design_point: 1 });
  });

  it('that is wrong stops only the jobs that need it, with its place', () => {
    const standards = [standard(), standard({ id: 2, work_category_id: 4, scale_code: 'T' })];
    const results = [result({ result_design_formula: 'tsubosu * 2' }), result({ id: 2, scale_code: 'T' })];
    expect(calculate({ standards, results })).toEqual({
      ok: false,
      issue: {
        code: 'bad_formula',
        place: { entity: 'formula-results', row_id: 1, field: 'result_design_formula' },
        problem: { code: 'unknown_name', position: 0, name: 'tsubosu', suggestion: 'tsubosuu' },
      },
    });
    expect(calculate({ standards, results }, { work_category_id: 4 })).toMatchObject({ ok: true });
  });

  it('that divides by zero is an issue', () => {
    expect(calculate({ results: [result({ result_check_formula: '1 / (tsubosuu - 30)' })] })).toEqual({
      ok: false,
      issue: { code: 'not_finite', place: { entity: 'formula-results', row_id: 1, field: 'result_check_formula' } },
    });
  });

  it('is rounded once, at the end', () => {
    expect(designPoints('1.0005')).toBe(1.001);
    expect(designPoints('0 - 1.0005')).toBe(-1.001);
    expect(designPoints('0.00049 + 0.00049')).toBe(0.001);
    expect(designPoints('-tsubosuu * 0')).toBe(0);
  });
});

describe('the job’s own columns', () => {
  test.each([
    ['nani_keisuu', { complex_factor: 1.5 }, 1.5],
    ['complex_factor', { nani_keisuu: '1.5', complex_factor: '' }, 1.5],
    ['complex_factor + nani_keisuu', { complex_factor: 1, nani_keisuu: 2 }, 3],
    ['naniten', { complex_point: 0.5 }, 0.5],
    ['complex_point', { naniten: 0.5 }, 0.5],
    ['naniten', { complex_factor: 1 }, 'empty_variable'],
    ['kaisuu', { kaisuu: ' 2 ' }, 2],
    ['kaisuu', { kaisuu: '２．５' }, 2.5],
    ['kaisuu', { kaisuu: '2F' }, 'empty_variable'],
    ['kaisuu', { kaisuu: '0x10' }, 'empty_variable'],
    ['kaisuu', { kaisuu: Number.POSITIVE_INFINITY }, 'empty_variable'],
    ['kaisuu', { kaisuu: 0 }, 0],
    ['if(bukkenmei = "山田様邸", 1, 2)', { bukkenmei: '山田様邸' }, 1],
    ['if(kouhou = "", 1, 2)', { kouhou: undefined }, 1],
    ['if(rank = 2, 1, 2)', { rank: 2 }, 1],
  ])('%s of %o is %s', (formula, job, outcome) => expect(designPoints(formula, job)).toBe(outcome));

  it('do not leak from one job into the next', () => {
    const rules = compileRules(ruleRows({ results: [result({ result_design_formula: 'complex_factor + kaisuu' })] }));
    expect(calculateDirect(rules, direct({ complex_factor: 1, kaisuu: 2 }))).toMatchObject({ ok: true });
    expect(calculateDirect(rules, direct({ complex_factor: 1 }))).toMatchObject({ ok: false, issue: { variable: 'kaisuu' } });
    expect(calculateDirect(rules, direct({ kaisuu: 1 }))).toMatchObject({ ok: false, issue: { variable: 'complex_factor' } });
  });
});
