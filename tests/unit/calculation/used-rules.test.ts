import { expect, it } from 'vitest';
import { explainDirect } from '../../../worker/features/calculation/engine/explain.ts';
import type { RuleRows } from '../../../worker/features/calculation/engine/rows.ts';
import { compileRules } from '../../../worker/features/calculation/engine/rules.ts';
import { findUsedRules } from '../../../worker/features/calculation/engine/used-rules.ts';
import { basePoint, direct, result, ruleRows, standard, tsubo } from './rows.ts';

const RULES: Partial<RuleRows> = {
  standards: [standard({ id: 11 })],
  tsubos: [
    tsubo({ id: 1, scale_factor: 0.9, scale_limit_to: 30 }),
    tsubo({ id: 2, scale_factor: 1.1, scale_limit_from: 30, scale_limit_to: 50 }),
  ],
  base_points: [
    basePoint({ id: 3, condition_variable: 'kouhou', condition_operator: '=', condition_param: '2x4', base_point1: '9' }),
    basePoint({ id: 4, condition_variable: 'tsubosuu', condition_operator: '>=', condition_param: '20', base_point1: '1 / complex_point' }),
  ],
  results: [result({ id: 5, result_design_formula: 'base_point1', result_check_formula: '1' })],
};

it('names the rules that the explanation names, however far the calculation comes', () => {
  const named = [];
  for (const rules of [RULES, { ...RULES, tsubos: [] }, { ...RULES, base_points: [] }, { ...RULES, results: [] }]) {
    const compiled = compileRules(ruleRows(rules));
    for (const values of [
      {},
      { customer_id: 8 },
      { tsubosuu: 70 },
      { tsubosuu: 10 },
      { tsubosuu: 40, complex_point: 2 },
      { kouhou: '2x4' },
    ]) {
      const job = direct({ tsubosuu: 25, ...values });
      const { standard, scale, base_point, formulas } = explainDirect(compiled, job);
      const used = findUsedRules(compiled, job);
      expect({ ...used }).toEqual({
        scaleCode: standard?.scale_code ?? '',
        standard: standard?.id,
        scale: scale?.row_id ?? undefined,
        basePoint: base_point?.row_id ?? undefined,
        result: formulas.find(({ place }) => place.entity === 'formula-results')?.place.row_id,
      });
      named.push(Object.keys(used).length);
    }
  }
  expect(new Set(named)).toEqual(new Set([1, 2, 3, 4, 5]));
});
