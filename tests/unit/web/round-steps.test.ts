import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundToSum } from '../../../web/features/month-close/statement/round-steps.ts';
import { roundDecimal } from '../../../worker/platform/text/rounding.ts';

const hundredths = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0);

describe('steps that are shown with two places', () => {
  it('add up to the shown sum where each rounded alone would not', () => {
    expect(roundToSum([1.004, 1.004, 1.004], 3.012)).toEqual([1.01, 1, 1]);
    expect(roundToSum([-4.215, 1.115, -0.6], -3.7)).toEqual([-4.21, 1.11, -0.6]);
    expect(roundToSum([1.15, -1.15], 0)).toEqual([1.15, -1.15]);
    expect(roundToSum([], 0)).toEqual([]);
  });

  it('add up, and stay within a hundredth, whatever they are', () => {
    const part = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((n) => n / 10_000);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 13 }), (parts) => {
        const sum = parts.reduce((total, each) => total + Math.round(each * 10_000), 0) / 10_000;
        const shown = roundToSum(parts, sum);
        expect(hundredths(shown)).toBe(hundredths([roundDecimal(sum, 2, 'half')]));
        for (const [at, value] of shown.entries()) expect(Math.abs(value - parts[at]!)).toBeLessThan(0.0100001);
      }),
    );
  });
});
