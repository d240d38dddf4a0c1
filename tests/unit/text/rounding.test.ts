import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type RoundingMode, remainderDecimal, roundDecimal, roundPoints } from '../../../worker/platform/text/rounding.ts';
import { runs } from '../../support/property-runs.ts';

describe('points are rounded once, half away from zero, to 3 decimals', () => {
  test.each([
    [1.0005, 1.001, 'a half goes up although the binary number lies below it'],
    [-1.0005, -1.001, 'and away from zero below it'],
    [2.0005, 2.001, 'where the binary number lies above'],
    [1.00049999, 1, 'less than a half goes down'],
    [1.0004999999, 1, 'even when it is close'],
    [0.1 * 10.005, 1.001, '0.1 × 10.005 = 1.0005 whatever the binary dust'],
    [1.1 * 3, 3.3, '1.1 × 3 = 3.3'],
    [0.0005, 0.001, 'the smallest that counts'],
    [0.00049, 0, 'the largest that does not'],
    [-0.0004, 0, 'never a negative zero'],
    [5e-324, 0, 'the tiniest number'],
    [2.675, 2.675, 'three decimals stay'],
    [999999.9995, 1000000, 'across a power of ten'],
    [999999999.9995, 1000000000, 'nine digits before the dot'],
    [123456789012.3455, 123456789012.346, 'twelve digits before the dot'],
    [9007199254740991, 9007199254740991, 'whole numbers stay to the last digit'],
    [1e21, 1e21, 'numbers that print with an exponent'],
    [1.7976931348623157e308, 1.7976931348623157e308, 'the largest number'],
  ])('%d becomes %d: %s', (value, expected) => {
    expect(roundPoints(value)).toBe(expected);
  });

  it('agrees with exact decimal arithmetic for every number written with up to 15 digits', () => {
    const written = fc.tuple(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(written, ([digits, decimals]) => {
        expect(roundPoints(Number(`${digits}e-${decimals}`))).toBe(exactly(digits, decimals, 3, 'half'));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('changes nothing the second time, and treats both signs alike', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const points = roundPoints(value);
        expect(roundPoints(points)).toBe(points);
        expect(roundPoints(-value)).toBe(0 - points);
      }),
    );
  });
});

describe('rounding at any place', () => {
  test.each<[number, number, RoundingMode, number]>([
    [2.5, 0, 'half', 3],
    [-2.5, 0, 'half', -3],
    [1234.5, -2, 'half', 1200],
    [1250, -2, 'half', 1300],
    [49, -2, 'half', 0],
    [50, -2, 'half', 100],
    [5, -3, 'half', 0],
    [7.2416, 2, 'up', 7.25],
    [-7.2416, 2, 'up', -7.25],
    [1.1 * 3, 1, 'up', 3.3],
    [1, -2, 'up', 100],
    [3.99, 0, 'down', 3],
    [-3.99, 0, 'down', -3],
    [-1.5, 0, 'floor', -2],
    [-1.5, 0, 'ceil', -1],
    [1.1 * 30, 0, 'ceil', 33],
    [0.07, 400, 'half', 0.07],
    [5, -400, 'half', 0],
    [1.239, 2.9, 'down', 1.23],
  ])('%d at %d decimals, %s: %d', (value, places, mode, expected) => {
    expect(roundDecimal(value, places, mode)).toBe(expected);
  });

  it('agrees with exact decimal arithmetic in every mode', () => {
    const modes = fc.constantFrom<RoundingMode>('half', 'up', 'down', 'floor', 'ceil');
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 15n), 10n ** 15n),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: -4, max: 8 }),
        modes,
        (digits, decimals, places, mode) => {
          expect(roundDecimal(Number(`${digits}e-${decimals}`), places, mode)).toBe(exactly(digits, decimals, places, mode));
        },
      ),
      { numRuns: runs(5000) },
    );
  });
});

describe('what a division leaves', () => {
  test.each([
    [10.1, 0.1, 0],
    [-35.25, 0.1, -0.05],
    [7, -3, 1],
    [-7, 7, 0],
    [1.1 * 3, 1.1, 0],
    [1e300, 3e-300, 1e-300],
    [1, 0, Number.NaN],
    [1, Number.POSITIVE_INFINITY, 1],
  ])('%d by %d: %d', (dividend, divisor, rest) => expect(remainderDecimal(dividend, divisor)).toBe(rest));

  it('agrees with exact decimal arithmetic for numbers written with up to 15 digits', () => {
    const digits = fc.bigInt(-(10n ** 15n) + 1n, 10n ** 15n - 1n);
    const decimals = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(digits, digits, decimals, (dividend, divisor, places) => {
        fc.pre(divisor !== 0n);
        const rest = Number(`${dividend % divisor}e-${places}`);
        expect(remainderDecimal(Number(`${dividend}e-${places}`), Number(`${divisor}e-${places}`))).toBe(rest + 0);
      }),
      { numRuns: runs(5000) },
    );
  });
});

/** Rounds digits × 10^-decimals with whole-number arithmetic only. */
function exactly(digits: bigint, decimals: number, places: number, mode: RoundingMode): number {
  if (places >= decimals) return Number(`${digits}e-${decimals}`) + 0;
  const unit = 10n ** BigInt(decimals - places);
  const size = digits < 0n ? -digits : digits;
  const rest = size % unit;
  const away = { half: rest * 2n >= unit, up: rest > 0n, down: false, floor: digits < 0n && rest > 0n, ceil: digits > 0n && rest > 0n }[
    mode
  ];
  const rounded = size / unit + (away ? 1n : 0n);
  return rounded === 0n ? 0 : Number(`${digits < 0n ? '-' : ''}${rounded}e${-places}`);
}
