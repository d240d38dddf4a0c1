import { expect, it } from 'vitest';
import { explainDirect } from '../../../worker/features/calculation/engine/explain.ts';
import { compileRules } from '../../../worker/features/calculation/engine/rules.ts';
import { basePoint, direct, result, ruleRows, standard, tsubo } from './rows.ts';

const rules = compileRules(
  ruleRows({
    standards: [standard({ id: 11, standard_design_point: 1.8 })],
    tsubos: [
      tsubo({ id: 1, scale_factor: 0.9, scale_limit_to: 30 }),
      tsubo({
        id: 2,
        scale_factor: 1.1,
        complexity_factor: 1,
        standard_check_point: 0.7,
        scale_limit_from: 30,
        scale_limit_to: 50,
        scale_equal_to: 99,
      }),
    ],
    base_points: [
      basePoint({ id: 1, condition_variable: 'kouhou', condition_operator: 'in', condition_param: '2x4, 金物', base_point1: '9' }),
      basePoint({
        id: 2,
        condition_variable: 'tsubosuu',
        condition_operator: '>=',
        condition_param: '10 * 3',
        base_point1: 'standard_design_point * scale_factor',
        base_point3: 'if(kouhou = "2x4", kaisuu, base_point1) / 2',
      }),
    ],
    results: [
      result({ id: 5, result_design_formula: '=base_point1 + base_point3 - 0.9695', result_check_formula: 'standard_check_point' }),
    ],
  }),
);

it('explains each step with the rows tried, the values used and both results', () => {
  const trace = explainDirect(rules, direct({ id: 42, tsubosuu: '35.5', kouhou: '在来' }));
  expect(trace.direct_id).toBe(42);
  expect(trace.standard).toEqual({ id: 11, scale_code: 'S', tsubo_id: null, standard_design_point: 1.8, standard_check_point: 0.5 });
  expect(trace.scale).toEqual({
    reason: 'limits',
    row_id: 2,
    scale_factor_code: 'S',
    scale_factor: 1.1,
    complexity_factor: 1,
    replaces_design_point: false,
    replaces_check_point: true,
    tried: [
      { row_id: 1, variable: 'tsubosuu', value: 35.5, scale_equal_to: null, scale_limit_from: null, scale_limit_to: 30, matches: false },
      { row_id: 2, variable: 'tsubosuu', value: 35.5, scale_equal_to: 99, scale_limit_from: 30, scale_limit_to: 50, matches: true },
    ],
  });
  expect(trace.base_point).toEqual({
    reason: 'row',
    row_id: 2,
    tried: [
      {
        row_id: 1,
        holds: false,
        conditions: [
          { variable: 'kouhou', value: '在来', operator: 'in', param: '2x4, 金物', param_values: ['2x4', '金物'], holds: false },
        ],
      },
      {
        row_id: 2,
        holds: true,
        conditions: [{ variable: 'tsubosuu', value: 35.5, operator: '>=', param: '10 * 3', param_values: [30], holds: true }],
      },
    ],
  });
  // 1.8 × 1.1 = 1.98; / 2 = 0.99; 1.98 + 0.99 - 0.9695 = 2.0005, half away 2.001
  expect(trace.formulas.map(({ place, substituted, value, rounded }) => [place.field, substituted, value, rounded])).toEqual([
    ['base_point1', '1.8 * 1.1', 1.8 * 1.1, null],
    ['base_point3', 'if("在来" = "2x4", kaisuu, 1.98) / 2', (1.8 * 1.1) / 2, null],
    ['result_design_formula', '=1.98 + 0.99 - 0.9695', 1.8 * 1.1 + (1.8 * 1.1) / 2 - 0.9695, 2.001],
    ['result_check_formula', '0.7', 0.7, 0.7],
  ]);
  expect(trace.formulas[0]!.place).toEqual({ entity: 'formula-base-points', row_id: 2, field: 'base_point1' });
  expect(trace.formulas[2]!.source).toBe('=base_point1 + base_point3 - 0.9695');
  expect(trace.variables.map(({ name, origin, value }) => [name, origin, value])).toEqual([
    ['tsubosuu', 'direct', 35.5],
    ['kaisuu', 'direct', null],
    ['standard_design_point', 'standard', 1.8],
    ['standard_check_point', 'standard', 0.7],
    ['scale_factor', 'scale', 1.1],
    ['base_point1', 'base_point', 1.8 * 1.1],
    ['base_point3', 'base_point', (1.8 * 1.1) / 2],
    ['kouhou', 'direct', '在来'],
  ]);
  expect(trace.variables[0]!.label.ja).toBe('坪数');
  expect(trace.result).toMatchObject({ result_design_point: 2.001, result_check_point: 0.7 });
  expect(trace.issue).toBeNull();
});

it('stops at the issue, with everything up to there', () => {
  const noStandard = explainDirect(rules, direct({ customer_id: 99 }));
  expect(noStandard).toMatchObject({ standard: null, scale: null, base_point: null, formulas: [], variables: [], result: null });
  expect(noStandard.issue).toMatchObject({ code: 'no_standard' });

  const noScale = explainDirect(rules, direct({ tsubosuu: 60 }));
  expect(noScale.scale).toMatchObject({ reason: 'no_match', row_id: null, tried: [{ matches: false }, { matches: false }] });
  expect(noScale).toMatchObject({ base_point: null, issue: { code: 'no_scale' } });

  const noBasePoint = explainDirect(rules, direct({ tsubosuu: 20, kouhou: '在来' }));
  expect(noBasePoint.base_point).toMatchObject({ reason: 'no_match', tried: [{ holds: false }, { holds: false }] });
  expect(noBasePoint.issue).toEqual({ code: 'no_base_point', scale_code: 'S' });
});

it('shows the formula that has no value', () => {
  const needy = compileRules(ruleRows({ results: [result({ result_check_formula: 'tsubosuu / kaisuu' })] }));
  const trace = explainDirect(needy, direct());
  expect(trace.formulas).toMatchObject([{ value: 2 }, { substituted: '30 / kaisuu', value: null, rounded: null }]);
  expect(trace.variables.find(({ name }) => name === 'kaisuu')!.value).toBeNull();
  expect(trace.issue).toMatchObject({ code: 'empty_variable', variable: 'kaisuu' });
});

it('says when a code has no scale rows or base points, and when the standard names its row', () => {
  const bare = explainDirect(compileRules(ruleRows()), direct());
  expect(bare.scale).toMatchObject({ reason: 'no_rows', row_id: null, scale_factor: 1, complexity_factor: 1, tried: [] });
  expect(bare.base_point).toEqual({ reason: 'no_rows', row_id: null, tried: [] });

  const named = ruleRows({ standards: [standard({ tsubo_id: 3 })], tsubos: [tsubo({ id: 3, scale_factor: 2, scale_limit_from: 500 })] });
  expect(explainDirect(compileRules(named), direct()).scale).toMatchObject({
    reason: 'named',
    row_id: 3,
    tried: [{ row_id: 3, value: null, matches: true }],
  });
});
