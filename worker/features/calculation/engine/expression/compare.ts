import { foldText } from '../../../../platform/text/fold-case.ts';
import { readDecimal } from '../../../../platform/text/read-number.ts';
import type { Comparison } from './node.ts';

/**
 * Compares as spreadsheets do. Numbers that agree to 12 digits are equal (1.1 * 3 = 3.3 holds). Texts are equal ignoring case,
 * width and outer spaces. A text that reads as a number is compared to a number as one; any other text is not equal to it.
 * Order: two texts that are both numbers by value, other texts by alphabet; an empty text, or a number and a word, have none.
 */
export function compareValues(operator: Comparison, left: number | string, right: number | string): boolean {
  if (typeof left === 'number' && typeof right === 'number') return NUMBER_COMPARISONS[operator](left, right);
  if (operator === '=') return sameValue(left, right);
  if (operator === '!=') return !sameValue(left, right);
  const [a, b] = [readDecimal(left), readDecimal(right)];
  if (a !== null && b !== null) return NUMBER_COMPARISONS[operator](a, b);
  if (typeof left === 'number' || typeof right === 'number') return false;
  const [x, y] = [foldText(left), foldText(right)];
  if (x === '' || y === '') return false;
  return NUMBER_COMPARISONS[operator](x < y ? -1 : x > y ? 1 : 0, 0);
}

export const NUMBER_COMPARISONS: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '=': sameNumber,
  '!=': (left, right) => !sameNumber(left, right),
  '<': (left, right) => left < right && !sameNumber(left, right),
  '<=': (left, right) => left <= right || sameNumber(left, right),
  '>': (left, right) => left > right && !sameNumber(left, right),
  '>=': (left, right) => left >= right || sameNumber(left, right),
};

function sameNumber(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= 1e-12 * Math.max(Math.abs(left), Math.abs(right));
}

function sameValue(left: number | string, right: number | string): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left === right || foldText(left) === foldText(right);
  const [a, b] = [readDecimal(left), readDecimal(right)];
  return a !== null && b !== null && sameNumber(a, b);
}
