import { roundDecimal } from '#text/rounding.ts';

const PLACES = 2;
const UNITS = 10 ** PLACES;

/**
 * Rounds parts of a sum to two places so that what is shown adds up to the shown sum: each goes down or up, and those go up that are the nearest
 * to it. Every shown part is less than 0.01 away from its exact value.
 */
export function roundToSum(parts: readonly number[], sum: number): number[] {
  const exact = parts.map((part) => part * UNITS);
  // A value such as 1.15 * 100 = 114.99999999999999 is a whole number of hundredths.
  const floors = exact.map((value) => (Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : Math.floor(value)));
  const wanted = Math.round(roundDecimal(sum, PLACES, 'half') * UNITS);
  const missing = wanted - floors.reduce((total, floor) => total + floor, 0);
  const rest = (at: number) => exact[at]! - floors[at]!;
  const up = new Set([...floors.keys()].sort((a, b) => rest(b) - rest(a)).slice(0, Math.max(0, missing)));
  return floors.map((floor, at) => (floor + (up.has(at) ? 1 : 0)) / UNITS);
}
