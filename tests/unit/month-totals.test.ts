import { sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { DEFAULT_TOTALS } from '../../worker/contracts/calls/formula-language.ts';
import { compileTotals } from '../../worker/features/calculation/engine/totals.ts';
import { computeMonthPoints, isPartial } from '../../worker/features/totals/live-totals.ts';
import { coversWholeMonth } from '../../worker/features/totals/seals-in-force.ts';
import { sumEntries } from '../../worker/features/totals/total-entries.ts';
import { filterConditions } from '../../worker/features/totals/totals-filter.ts';
import { NO_DEPARTMENT } from '../../worker/platform/department-scope.ts';

describe('the points of a month', () => {
  const sums = ['direct_point', 'mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no'] as const;
  const pointsOf = (sum: number) =>
    computeMonthPoints(compileTotals(DEFAULT_TOTALS), Object.fromEntries(sums.map((name) => [name, sum])), 1);

  it('are rounded sum by sum, of every kind', () => {
    // 0.1 + 0.2 is a little more than 0.3.
    expect(Object.entries(pointsOf(0.1 + 0.2)).filter(([name]) => sums.includes(name as never))).toEqual(sums.map((name) => [name, 0.3]));
  });

  it('of several rows are rounded too', () => {
    const entries = [0.1, 0.2].map((sum) => ({
      person: {} as never,
      name_sort: '',
      month: '2026-10',
      pro_id: null,
      points: pointsOf(sum),
    }));
    const { undefined_totals, ...sum } = sumEntries(entries);
    expect(undefined_totals).toBe(0);
    expect(sum).toEqual({ ...Object.fromEntries(sums.map((name) => [name, 0.3])), total_point_1: 0, total_point_2: 0 });
  });
});

test.each([
  ['2026-10-01', '2026-10-31', false, true],
  ['2026-10-02', '2026-10-31', true, false],
  ['2026-10-01', '2026-10-30', true, false],
  ['2026-09-15', '2026-10-31', true, true],
  ['2026-10-01', '2026-11-15', true, true],
])('from %s to %s a part of a month is taken: %s; October whole: %s', (from, to, partial, october) => {
  const months = [...new Set([from.slice(0, 7), to.slice(0, 7)])];
  expect(isPartial({ from, to, months })).toBe(partial);
  expect(coversWholeMonth({ from, to, months }, '2026-10')).toBe(october);
});

test.each([
  [null, 0],
  [undefined, 0],
  [3, 1],
  [NO_DEPARTMENT, 1],
])('of the department %s: %i conditions', (department, count) => {
  expect(filterConditions({ department }, { department: sql`d`, group: sql`g` })).toHaveLength(count);
});
