import { describe, expect, it, test } from 'vitest';
import { DEFAULT_TOTALS } from '#contracts/calls/formula-language.ts';
import {
  checkFormulaFields,
  type FormulaEntity,
  type FormulaRow,
} from '../../../worker/features/calculation/engine/check-formula-fields.ts';
import { basePoint, result, tsubo } from './rows.ts';

describe('a row is saved when its formulas can be used', () => {
  test.each<[FormulaEntity, FormulaRow]>([
    ['formula-base-points', { ...basePoint() }],
    ['formula-base-points', { scale_code: 'S' }],
    [
      'formula-base-points',
      {
        ...basePoint({
          condition_variable: 'kouhou',
          condition_operator: 'in',
          condition_param: 'W, S',
          base_point1: '=1',
          base_point2: 'base_point1',
        }),
      },
    ],
    ['formula-base-points', { condition_variable: '', condition_operator: '=', condition_param: '' }],
    ['formula-results', { ...result() }],
    ['formula-results', { scale_code: 'S', result_design_formula: null, result_check_formula: '' }],
    ['formula-results', { result_design_formula: 12 }],
    ['tsubos', { ...tsubo() }],
    ['tsubos', { condition_variable: 'Menseki' }],
    ['totals', { ...DEFAULT_TOTALS }],
    ['totals', {}],
  ])('%s %o', (entity, row) => expect(checkFormulaFields(entity, row)).toEqual({}));
});

describe('a row is refused with the problem of each wrong field', () => {
  test.each<[FormulaEntity, FormulaRow, Record<string, object>]>([
    [
      'formula-base-points',
      {
        condition_variable: 'kouho',
        condition_operator: '=',
        condition_param: 'W',
        condition_variable1: 'tsubosuu',
        condition_operator1: '>',
        condition_param1: '1 +',
        base_point1: 'base_point2',
        base_point2: 'base_point1',
        base_point6: 'max(',
      },
      {
        condition_variable: { code: 'unknown_name', position: 0, name: 'kouho' },
        condition_param1: { code: 'incomplete', position: 3 },
        base_point1: { code: 'unknown_name', position: 0, name: 'base_point2' },
        base_point6: { code: 'unclosed', position: 3, name: '(' },
      },
    ],
    ['formula-base-points', { condition_variable: 'tsubosuu' }, { condition_operator: { code: 'incomplete_condition', position: 0 } }],
    [
      'formula-base-points',
      { condition_variable: 'tsubosuu', condition_operator: '=' },
      { condition_param: { code: 'incomplete_condition', position: 0 } },
    ],
    [
      'formula-base-points',
      { condition_variable: 'tsubosuu', condition_operator: 'in', condition_param: '1, 2, tsubo * 2' },
      { condition_param: { code: 'unknown_name', position: 6, name: 'tsubo' } },
    ],
    [
      'formula-base-points',
      { condition_variable1: 'tsubosuu', condition_operator1: 'like', condition_param1: '1' },
      { condition_operator1: { code: 'unknown_operator', position: 0, name: 'like', expected: '= == != <> < <= > >= in' } },
    ],
    [
      'formula-results',
      { result_design_formula: 'a.b', result_check_formula: 'total_point_1' },
      {
        result_design_formula: { code: 'not_allowed', position: 0, name: 'a.b' },
        result_check_formula: { code: 'unknown_name', position: 0, name: 'total_point_1' },
      },
    ],
    ['tsubos', { condition_variable: ' kouhou ' }, { condition_variable: { code: 'unknown_name', position: 0, name: 'kouhou' } }],
    ['totals', { total_point_1: 'total_point_2' }, { total_point_1: { code: 'unknown_name', position: 0, name: 'total_point_2' } }],
    [
      'totals',
      { total_point_1: 'direct_point + tsubosuu', total_point_2: 'total_point_1 *' },
      {
        total_point_1: { code: 'unknown_name', position: 15, name: 'tsubosuu' },
        total_point_2: { code: 'incomplete', position: 15 },
      },
    ],
  ])('%s %o', (entity, row, problems) => expect(checkFormulaFields(entity, row)).toEqual(problems));
});

describe('what is saved without a problem', () => {
  it('never becomes a wrong formula in a calculation', () => {
    const bad = { condition_variable: '__proto__', condition_operator: 'constructor', condition_param: 'x', base_point1: '{}' };
    expect(Object.keys(checkFormulaFields('formula-base-points', bad)).sort()).toEqual(['base_point1', 'condition_variable']);
  });
});
