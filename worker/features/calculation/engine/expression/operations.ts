import { remainderDecimal } from '../../../../platform/text/rounding.ts';
import { NUMBER_COMPARISONS } from './compare.ts';
import { type NumberOf, requireFinite } from './frame.ts';
import type { Arithmetic, Comparison } from './node.ts';

/** Closures of the operators, from the closures of their operands. What holds is 1, what does not is 0. */
type Binary = (left: NumberOf, right: NumberOf) => NumberOf;
type WithConstant = (left: NumberOf, right: number) => NumberOf;

/** By operator: of two operands, and with a constant at the right, which saves a call. */
export const ARITHMETIC: Readonly<Record<Arithmetic, { ofTwo: Binary; withConstant: WithConstant }>> = {
  '+': { ofTwo: (a, b) => (frame) => requireFinite(a(frame) + b(frame)), withConstant: (a, b) => (frame) => requireFinite(a(frame) + b) },
  '-': { ofTwo: (a, b) => (frame) => requireFinite(a(frame) - b(frame)), withConstant: (a, b) => (frame) => requireFinite(a(frame) - b) },
  '*': { ofTwo: (a, b) => (frame) => requireFinite(a(frame) * b(frame)), withConstant: (a, b) => (frame) => requireFinite(a(frame) * b) },
  '/': { ofTwo: (a, b) => (frame) => requireFinite(a(frame) / b(frame)), withConstant: (a, b) => (frame) => requireFinite(a(frame) / b) },
  '%': {
    ofTwo: (a, b) => (frame) => requireFinite(remainderDecimal(a(frame), b(frame))),
    withConstant: (a, b) => (frame) => requireFinite(remainderDecimal(a(frame), b)),
  },
  '^': { ofTwo: (a, b) => (frame) => requireFinite(a(frame) ** b(frame)), withConstant: (a, b) => (frame) => requireFinite(a(frame) ** b) },
};

export function comparisonOperation(operator: Comparison): { ofTwo: Binary; withConstant: WithConstant } {
  const holds = NUMBER_COMPARISONS[operator];
  return {
    ofTwo: (a, b) => (frame) => (holds(a(frame), b(frame)) ? 1 : 0),
    withConstant: (a, b) => (frame) => (holds(a(frame), b) ? 1 : 0),
  };
}

export function negate(value: NumberOf): NumberOf {
  return (frame) => -value(frame);
}

export function invert(value: NumberOf): NumberOf {
  return (frame) => (value(frame) === 0 ? 1 : 0);
}

/** Whether all conditions hold; stops at the first that fails. */
export function allHold(...conditions: NumberOf[]): NumberOf {
  return (frame) => {
    for (const holds of conditions) if (holds(frame) === 0) return 0;
    return 1;
  };
}

/** Holds when one does; those after it are not looked at. */
export function anyHolds(...conditions: NumberOf[]): NumberOf {
  return (frame) => {
    for (const holds of conditions) if (holds(frame) !== 0) return 1;
    return 0;
  };
}

/** Evaluates only the chosen operand. */
export function choose(test: NumberOf, yes: NumberOf, no: NumberOf): NumberOf {
  return (frame) => (test(frame) !== 0 ? yes(frame) : no(frame));
}
