import { describe, expect, it, test } from 'vitest';
import type { BasePointRow } from '../../../worker/features/calculation/engine/rows.ts';
import { basePoint, calculate, result, tsubo } from './rows.ts';

/** base_point1 of the row taken, or the issue. */
function first(base_points: BasePointRow[], job: Record<string, unknown> = {}) {
  const outcome = calculate({ base_points, results: [FIRST] }, job);
  return outcome.ok ? outcome.result_design_point : outcome.issue;
}

const FIRST = result({ result_design_formula: 'base_point1', result_check_formula: '0' });

function asking(variable: string, operator: string, param: string, more: Partial<BasePointRow> = {}): BasePointRow {
  return basePoint({ condition_variable: variable, condition_operator: operator, condition_param: param, base_point1: '1', ...more });
}

describe('a condition', () => {
  test.each([
    ['tsubosuu', '=', '30', true],
    ['tsubosuu', '==', '30.0', true],
    ['tsubosuu', '!=', '30', false],
    ['tsubosuu', '<>', '31', true],
    ['tsubosuu', '<', '30', false],
    ['tsubosuu', '<=', '30', true],
    ['tsubosuu', '>', '29.99', true],
    ['tsubosuu', '>=', '30.01', false],
    ['tsubosuu', '≥', '30', true],
    ['tsubosuu', ' >= ', ' 30 ', true],
    ['tsubosuu', '＞＝', '３０', true],
    ['TSUBOSUU', '=', '=10 * 3', true],
    ['tsubosuu', '>', 'menseki / 4', true],
    ['tsubosuu', '<', 'max(menseki, 20)', true],
    ['tsubosuu', 'in', '10, 20, 30', true],
    ['tsubosuu', 'IN', '10,20', false],
    ['tsubosuu', 'in', 'max(1, 2), 10 * 3', true],
    ['tsubosuu', 'in', '10、30', true],
    ['kaisuu', '=', '2', true],
    ['scale_factor', '=', '1', true],
    ['standard_design_point', '>', 'standard_check_point', true],
    ['kouhou', '=', '在来', true],
    ['kouhou', '=', '"在来"', true],
    ['kouhou', '=', ' 在来 ', true],
    ['kouhou', '<>', '2x4', true],
    ['kouhou', 'in', '2x4, 在来', true],
    ['kouhou', 'in', "'2x4', '金物'", false],
    ['kiso', '=', 'ベタ', true],
    ['cad', '=', 'arc-1', true],
    ['rank', '=', '2', true],
    ['rank', '<', '10', true],
    ['rank', '=', '=1 + 1', true],
    ['rank', '=', '"2.0"', false],
    ['kouhou', '=', '=kiso', false],
    ['techousei', '=', '""', true],
    ['techousei', '<>', '有', true],
    ['techousei', '=', '有', false],
    ['techousei', 'in', '"", 無', true],
    ['techousei', '<', '10', false],
    ['label', '=', "O'Neill, VIP", true],
    ['label', 'in', "x, O'Neill, y", false],
  ])('%s %s %s: %s', (variable, operator, param, holds) => {
    const job = {
      tsubosuu: 30,
      menseki: 100,
      kaisuu: '2',
      kouhou: '在来',
      kiso: 'ﾍﾞﾀ',
      cad: 'ARC-1',
      rank: '２',
      techousei: null,
      label: "O'Neill, VIP",
    };
    const outcome = first([asking(variable, operator, param), basePoint({ id: 2, base_point1: '2' })], job);
    expect(outcome).toBe(holds ? 1 : 2);
  });

  it('without a variable holds, whatever else its fields say', () => {
    expect(first([asking('', '>', 'nonsense (')])).toBe(1);
  });

  it('must hold together with the other one', () => {
    const row = asking('kouhou', '=', 'W', { condition_variable1: 'tsubosuu', condition_operator1: '>=', condition_param1: '50' });
    const rows = [row, basePoint({ id: 2, base_point1: '2' })];
    expect(first(rows, { kouhou: 'W', tsubosuu: 50 })).toBe(1);
    expect(first(rows, { kouhou: 'W', tsubosuu: 49 })).toBe(2);
    expect(first(rows, { kouhou: 'S', tsubosuu: 50 })).toBe(2);
  });

  it('that needs an empty number is an issue naming it, on either side', () => {
    const place = { entity: 'formula-base-points', row_id: 1 };
    expect(first([asking('kaisuu', '>', '1')])).toEqual({
      code: 'empty_variable',
      variable: 'kaisuu',
      place: { ...place, field: 'condition_variable' },
    });
    expect(first([asking('tsubosuu', '>', 'menseki')])).toEqual({
      code: 'empty_variable',
      variable: 'menseki',
      place: { ...place, field: 'condition_param' },
    });
  });

  it('is not looked at when the one before it fails', () => {
    const row = asking('kouhou', '=', 'W', { condition_variable1: 'kaisuu', condition_operator1: '>', condition_param1: '1' });
    expect(first([row, basePoint({ id: 2, base_point1: '2' })], { kouhou: 'S' })).toBe(2);
  });

  it('looks at a list only as far as it must', () => {
    expect(first([asking('tsubosuu', 'in', '30, menseki')])).toBe(1);
    expect(first([asking('tsubosuu', 'in', 'menseki, 30')])).toMatchObject({ code: 'empty_variable', variable: 'menseki' });
  });

  test.each([
    ['an unknown variable', asking('nothing', '=', '1'), 'condition_variable', 'unknown_name'],
    ['a base point, which comes later', asking('base_point1', '=', '1'), 'condition_variable', 'unknown_name'],
    ['an expression for a variable', asking('tsubosuu * 2', '=', '1'), 'condition_variable', 'unknown_name'],
    ['no operator', asking('tsubosuu', '', '1'), 'condition_operator', 'incomplete_condition'],
    ['an unknown operator', asking('tsubosuu', '=>', '1'), 'condition_operator', 'unknown_operator'],
    ['no parameter', asking('tsubosuu', '=', ' '), 'condition_param', 'incomplete_condition'],
    ['a list of nothing', asking('tsubosuu', 'in', ' , '), 'condition_param', 'incomplete_condition'],
    ['a word for a number', asking('tsubosuu', '=', 'W'), 'condition_param', 'unknown_name'],
    ['a broken expression', asking('kouhou', '=', '=1 +'), 'condition_param', 'incomplete'],
  ])('with %s is an issue for the jobs that come to it', (_, row, field, code) => {
    expect(first([row])).toMatchObject({
      code: 'bad_formula',
      place: { entity: 'formula-base-points', row_id: 1, field },
      problem: { code },
    });
    expect(first([basePoint({ id: 0, base_point1: '7' }), row])).toBe(7);
  });
});

describe('base points', () => {
  it('come from the lowest id whose conditions hold', () => {
    const rows = [
      basePoint({ id: 5, base_point1: '5' }),
      asking('tsubosuu', '>', '100', { id: 2 }),
      basePoint({ id: 3, base_point1: '3' }),
    ];
    expect(first(rows)).toBe(3);
    expect(first(rows.toReversed())).toBe(3);
  });

  it('are computed in order, each seeing the ones before it', () => {
    const row = basePoint({
      base_point1: 'tsubosuu / 10', // 3
      base_point2: 'base_point1 * 2', // 6
      base_point3: null, // 0
      base_point4: '=base_point1 + base_point2 + base_point3', // 9
      base_point5: 'base_point4 ^ 2', // 81
      base_point6: 'base_point5 - base_point4', // 72
    });
    const all = result({
      result_design_formula: 'sum(base_point1, base_point2, base_point3, base_point4, base_point5, base_point6)',
      result_check_formula: 'base_point6',
    });
    // 3 + 6 + 0 + 9 + 81 + 72 = 171
    expect(calculate({ base_points: [row], results: [all] })).toMatchObject({ result_design_point: 171, result_check_point: 72 });
  });

  it('can’t use themselves or later ones', () => {
    expect(first([basePoint({ base_point1: 'base_point1' })])).toMatchObject({
      code: 'bad_formula',
      problem: { code: 'unknown_name', position: 0, name: 'base_point1' },
    });
    expect(first([basePoint({ base_point1: '1', base_point2: 'base_point3' })])).toMatchObject({
      code: 'bad_formula',
      place: { field: 'base_point2' },
    });
  });

  it('are all 0 when the code has no rows', () => {
    expect(first([basePoint({ scale_code: 'T', base_point1: '9' })])).toBe(0);
  });

  it('are an issue when the code has rows but none holds', () => {
    expect(first([asking('tsubosuu', '>', '100')])).toEqual({ code: 'no_base_point', scale_code: 'S' });
  });

  it('see the scale row’s factors and the points it replaces', () => {
    const row = basePoint({ base_point1: 'standard_design_point * scale_factor + complexity_factor' });
    const outcome = calculate({
      tsubos: [tsubo({ scale_factor: 1.5, complexity_factor: 0.25, standard_design_point: 4 })],
      base_points: [row],
      results: [FIRST],
    });
    // 4 × 1.5 + 0.25 = 6.25
    expect(outcome).toMatchObject({ result_design_point: 6.25 });
  });

  it('are not rounded on the way', () => {
    const third = result({ result_design_formula: 'base_point1 * 3', result_check_formula: '0' });
    expect(calculate({ base_points: [basePoint({ base_point1: '1 / 3' })], results: [third] })).toMatchObject({ result_design_point: 1 });
  });
});
