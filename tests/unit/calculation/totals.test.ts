import { describe, expect, it } from 'vitest';
import { DEFAULT_TOTALS } from '../../../worker/contracts/calls/formula-language.ts';
import { compileTotals, computeTotalPoints, type TotalsSource } from '../../../worker/features/calculation/engine/totals.ts';

const ROW = {
  direct_point: 12.345,
  mistake_point_n: 1.35,
  mistake_point_t: 0.5,
  indirect_point_yes: 3,
  indirect_point_no: 2,
  pro_index: 1.2,
};

function totals(source: Partial<TotalsSource>, row = ROW) {
  return computeTotalPoints(compileTotals({ ...DEFAULT_TOTALS, ...source }), row);
}

describe('the totals of a row', () => {
  it('are the defaults until others are written', () => {
    // 12.345 + 3 - 1.35 - 0.5 = 13.495; × 1.2 = 16.194
    expect(totals({})).toEqual({ total_point_1: 13.495, total_point_2: 16.194 });
  });

  it('are rounded each, and the second builds on the rounded first', () => {
    // 12.345 / 7 = 1.76357…; 1.764 × 1000 = 1764
    expect(totals({ total_point_1: '=direct_point / 7', total_point_2: 'Total_Point_1 * 1000' })).toEqual({
      total_point_1: 1.764,
      total_point_2: 1764,
    });
  });

  it('are null where the expression has no value', () => {
    const idle = { ...ROW, direct_point: 0 };
    expect(totals({ total_point_1: '1 / direct_point' }, idle)).toEqual({ total_point_1: null, total_point_2: null });
    expect(totals({ total_point_2: '1 / direct_point' }, idle)).toEqual({ total_point_1: 1.15, total_point_2: null });
  });
});
