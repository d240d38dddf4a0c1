import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TOTALS } from '../../../worker/contracts/calls/formula-language.ts';
import { compileTotals, computeTotalPoints, type TotalsSource } from '../../../worker/features/calculation/engine/totals.ts';
import { type ComparedJob, type ComparedMonth, compareMonths } from '../../../worker/features/month-close/statements/compare-steps.ts';
import { roundPoints } from '../../../worker/platform/text/rounding.ts';
import { runs } from '../../support/property-runs.ts';

const sum = (records: readonly { point: number }[]) => roundPoints(records.reduce((total, { point }) => total + point, 0));

/** A month with these records, as the totals publish it. */
function monthOf(records: Partial<ComparedMonth> & { index?: number }, source: Partial<TotalsSource> = {}): ComparedMonth {
  const { index = 1, ...given } = records;
  const month = { design: [], check: [], indirect_yes: [], indirect_no: [], mistakes_n: [], mistakes_t: [], factor: [], ...given };
  const expressions = compileTotals({ ...DEFAULT_TOTALS, ...source });
  const points = {
    direct_point: sum([...month.design, ...month.check]),
    mistake_point_n: sum(month.mistakes_n),
    mistake_point_t: sum(month.mistakes_t),
    indirect_point_yes: sum(month.indirect_yes),
    indirect_point_no: sum(month.indirect_no),
    pro_index: index,
  };
  return { ...month, expressions, points: { ...points, ...computeTotalPoints(expressions, points) } };
}

let lastId = 0;
const job = (kind: string, point: number, isAdjusted = false): ComparedJob => {
  lastId += 1;
  return { id: lastId, title: `J${lastId}`, kind, kindTitle: `kind ${kind}`, customer_id: 1, point, isAdjusted };
};
const changes = (from: ComparedMonth, to: ComparedMonth) =>
  Object.fromEntries(
    compareMonths(from, to).flatMap(({ kind, change_1, change_2 }) => (change_1 || change_2 ? [[kind, [change_1, change_2]]] : [])),
  );

describe('the difference of two months', () => {
  it('is first the number of jobs, at the average of the earlier month', () => {
    const from = monthOf({ design: [job('a', 2), job('a', 4)] });
    const to = monthOf({ design: [job('a', 3), job('a', 3), job('a', 3)] });
    expect(changes(from, to)).toEqual({ design_count: [3, 3] });
  });

  it('then their kind, at what a job of the kind gave, then their size', () => {
    const from = monthOf({ design: [job('small', 1), job('large', 5)] });
    const to = monthOf({ design: [job('large', 5), job('large', 6)] });
    expect(changes(from, to)).toEqual({ design_kind: [4, 4], design_size: [1, 1] });
    const [, kinds, sizes] = compareMonths(from, to);
    expect(kinds!.top).toEqual([
      { entity: 'customers', id: 1, title: 'kind small', points: 2 },
      { entity: 'customers', id: 1, title: 'kind large', points: 2 },
    ]);
    expect(sizes!.top).toEqual([{ entity: 'directs', id: to.design[1]!.id, title: to.design[1]!.title, points: 1 }]);
  });

  it('keeps adjusted jobs apart, and names each figure that differs with its records', () => {
    const from = monthOf({ check: [job('a', 1)], mistakes_t: [{ id: 7, title: 'sai', point: 2 }], index: 1.1 });
    const to = monthOf({ check: [job('a', 1), job('a', 4, true)], indirect_no: [{ id: 8, title: 'họp', point: 3 }], index: 0.8 });
    expect(changes(from, to)).toEqual({ adjustments: [4, 4.4], mistakes_t: [2, 2.2], factor: [0, -1.5] });
    const steps = compareMonths(from, to);
    expect(steps.find(({ kind }) => kind === 'mistakes_t')).toMatchObject({ count_from: 1, count_to: 0, top: [{ id: 7, points: -2 }] });
    expect(steps.find(({ kind }) => kind === 'indirect_no')).toMatchObject({ count_to: 1, change_1: 0 });
  });

  it('ends with the expressions, and is unknown for a total that has no value in one of the months', () => {
    const from = monthOf({ design: [job('a', 2)] });
    expect(changes(from, monthOf({ design: [job('a', 2)] }, { total_point_1: 'direct_point * 2' }))).toEqual({ expressions: [2, 2] });
    const undefinedTotal = monthOf({ design: [job('a', 2)] }, { total_point_2: 'direct_point / mistake_point_n' });
    expect(compareMonths(from, undefinedTotal).every(({ change_2 }) => change_2 === null)).toBe(true);
    expect(changes(from, undefinedTotal)).toEqual({});
  });

  it('adds up exactly for every person and pair of months of 500 random offices, whatever the expressions are', () => {
    const point = fc.integer({ min: -20_000, max: 2_000_000 }).map((thousandths) => thousandths / 1000);
    const jobs = fc.array(
      fc.record({
        id: fc.nat(),
        title: fc.constant('J'),
        kind: fc.constantFrom('a', 'b', 'c'),
        kindTitle: fc.constant('k'),
        customer_id: fc.constant(1),
        point,
        isAdjusted: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    const records = fc.array(fc.record({ id: fc.nat(), title: fc.constant('r'), point }), { maxLength: 5 });
    const work = fc.record({
      design: jobs,
      check: jobs,
      indirect_yes: records,
      indirect_no: records,
      mistakes_n: records,
      mistakes_t: records,
      factor: records,
      index: fc.constantFrom(0.8, 0.875, 1, 1.25),
    });
    // A month that was locked keeps the expressions it was locked with.
    const expressions = fc.record({ total_point_1: expression([]), total_point_2: expression(['total_point_1']) });
    const month = fc.tuple(expressions, fc.array(work, { minLength: 3, maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(month, { minLength: 3, maxLength: 3 }), (office) => {
        const months = office.map(([source, people]) => people.map((given) => monthOf(given, source)));
        for (const former of months)
          for (const later of months) for (const [person, to] of later.entries()) expectExactSum(former[person]!, to);
      }),
      { numRuns: runs(500) },
    );
  });
});

/** An expression of the totals' own names and of others. */
function expression(others: readonly string[]): fc.Arbitrary<string> {
  const names = ['direct_point', 'indirect_point_yes', 'indirect_point_no', 'mistake_point_n', 'mistake_point_t', 'pro_index', ...others];
  const { node } = fc.letrec<{ node: string; leaf: string }>((tie) => ({
    leaf: fc.oneof(fc.constantFrom(...names), fc.constantFrom('1', '1.5', '0.125')),
    node: fc.oneof(
      { maxDepth: 3 },
      tie('leaf'),
      fc.tuple(tie('node'), fc.constantFrom('+', '-', '*', '/'), tie('node')).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
      fc.tuple(fc.constantFrom('min', 'max'), tie('node'), tie('node')).map(([name, a, b]) => `${name}(${a}, ${b})`),
      fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `if(${a} > 10, ${b}, ${c})`),
      tie('node').map((a) => `round(${a}, 1)`),
    ),
  }));
  return node;
}

/** Of a larger number a double has no thousandths: a sum of such is rounded, whoever adds it up. */
const EXACT_TO = 1e11;

/** The changes of each total add up to its difference; of a total that has no value in one of the months there are none. */
function expectExactSum(from: ComparedMonth, to: ComparedMonth): void {
  const steps = compareMonths(from, to);
  for (const [change, total] of [
    ['change_1', 'total_point_1'],
    ['change_2', 'total_point_2'],
  ] as const) {
    const [then, now] = [from.points[total], to.points[total]];
    if (then === null || now === null) expect(steps.map((step) => step[change])).toEqual(steps.map(() => null));
    else if (steps.every((step) => Math.abs(step[change]!) < EXACT_TO))
      expect(roundPoints(steps.reduce((added, step) => added + step[change]!, 0)), total).toBe(roundPoints(now - then));
  }
}
