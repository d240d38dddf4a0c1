import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateDirect } from '../../../worker/features/calculation/engine/direct.ts';
import { explainDirect } from '../../../worker/features/calculation/engine/explain.ts';
import type { RuleRows } from '../../../worker/features/calculation/engine/rows.ts';
import { compileRules } from '../../../worker/features/calculation/engine/rules.ts';
import { runs } from '../../support/property-runs.ts';
import { basePoint, result, ruleRows, tsubo } from './rows.ts';

describe('compiled rules', () => {
  it('say which columns of a job they look at', () => {
    const rules = compileRules(
      ruleRows({
        tsubos: [tsubo({ condition_variable: 'menseki' })],
        base_points: [
          basePoint({ condition_variable: 'kouhou', condition_operator: '=', condition_param: '=kiso', base_point1: 'naniten' }),
        ],
      }),
    );
    expect(rules.slots.map(({ variable }) => variable.name).sort()).toEqual(['complex_point', 'kiso', 'kouhou', 'menseki', 'naniten']);
  });

  it('list every row that is wrong', () => {
    const rules = compileRules(
      ruleRows({
        tsubos: [tsubo({ id: 4, condition_variable: 'nope' })],
        base_points: [basePoint({ id: 5, condition_variable: 'tsubosuu', base_point2: '1 +' })],
        results: [result({ id: 6, result_check_formula: 'foo()' })],
      }),
    );
    expect(rules.problems.map(({ place, problem }) => `${place.entity} ${place.row_id} ${place.field} ${problem.code}`)).toEqual([
      'tsubos 4 condition_variable unknown_name',
      'formula-base-points 5 condition_operator incomplete_condition',
      'formula-base-points 5 base_point2 incomplete',
      'formula-results 6 result_check_formula unknown_function',
    ]);
  });
});

describe('for any rules and jobs', () => {
  const code = fc.constantFrom('A', 'B', null);
  const limit = fc.option(fc.integer({ min: 0, max: 6 }), { nil: null });
  const ids = <T extends object>(row: fc.Arbitrary<T>, max: number) =>
    fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 50 }), row), { maxLength: max, selector: ([id]) => id })
      .map((rows) => rows.map(([id, cells]) => ({ ...cells, id })));
  const formula = fc.constantFrom(
    '1',
    'tsubosuu * scale_factor',
    'base_point1 + 0.0005',
    'kaisuu',
    '1 / (tsubosuu - 3)',
    'oops',
    '',
    'standard_design_point',
  );
  const rules: fc.Arbitrary<RuleRows> = fc.record({
    standards: ids(
      fc.record({
        customer_id: fc.constantFrom(7, 8),
        work_category_id: fc.constantFrom(3, 4),
        scale_code: code,
        tsubo_id: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 5 }),
        standard_design_point: limit,
        standard_check_point: limit,
      }),
      4,
    ),
    tsubos: ids(
      fc.record({
        scale_factor_code: code,
        scale_factor: limit,
        complexity_factor: limit,
        standard_design_point: limit,
        standard_check_point: limit,
        scale_limit_from: limit,
        scale_limit_to: limit,
        scale_equal_to: limit,
        condition_variable: fc.constantFrom(null, 'kaisuu', 'wrong'),
      }),
      6,
    ),
    base_points: ids(
      fc
        .record({
          condition_variable: fc.constantFrom(null, 'kouhou', 'tsubosuu'),
          condition_operator: fc.constantFrom('=', '<'),
          condition_param: fc.constantFrom('2', '4'),
        })
        .chain((condition) =>
          fc
            .record({ scale_code: code, base_point1: formula, base_point2: formula })
            .map((cells) => ({ ...basePoint(), ...condition, ...cells })),
        ),
      4,
    ),
    results: ids(fc.record({ scale_code: code, result_design_formula: formula, result_check_formula: formula }), 3),
  });
  const job = fc.record({
    id: fc.integer(),
    customer_id: fc.constantFrom(7, 8, null),
    work_category_id: fc.constantFrom(3, 4, null),
    tsubosuu: limit,
    kaisuu: limit,
    kouhou: fc.constantFrom('2', null),
  });

  it('the order of the rows does not matter, and a second run over its own results changes nothing', () => {
    fc.assert(
      fc.property(rules, fc.array(job, { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.nat()), (rows, jobs, numbers) => {
        const shuffled = <T>(list: readonly T[]) =>
          list
            .map((row) => ({ row, key: numbers.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ row }) => row);
        const one = compileRules(rows);
        const other = compileRules({
          standards: shuffled(rows.standards),
          tsubos: shuffled(rows.tsubos),
          base_points: shuffled(rows.base_points),
          results: shuffled(rows.results),
        });
        const outcomes = jobs.map((direct) => calculateDirect(one, direct));
        expect(
          jobs
            .toReversed()
            .map((direct) => calculateDirect(other, direct))
            .reverse(),
        ).toEqual(outcomes);
        expect(jobs.map((direct, at) => calculateDirect(one, { ...direct, ...outcomes[at] }))).toEqual(outcomes);
      }),
      { numRuns: runs(500) },
    );
  });

  it('explaining a job gives the result of calculating it', () => {
    fc.assert(
      fc.property(rules, job, (rows, direct) => {
        const compiled = compileRules(rows);
        const outcome = calculateDirect(compiled, direct);
        const { result, issue } = explainDirect(compiled, direct);
        expect(outcome).toEqual(result ? { ok: true, ...result } : { ok: false, issue });
      }),
      { numRuns: runs(500) },
    );
  });
});
