import { type RoundingMode, roundDecimal } from '../../../../platform/text/rounding.ts';
import { type NumberOf, requireFinite } from './frame.ts';
import { allHold, anyHolds, choose } from './operations.ts';

/** A function of the formula language: how many arguments it takes, and the closure for given ones. Conditions are 1 or 0. */
export interface FormulaFunction {
  readonly minArguments: number;
  readonly maxArguments: number;
  readonly build: (...args: NumberOf[]) => NumberOf;
}

/** By folded name. `if`, `and` and `or` evaluate an argument only when they need it. */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map([
  ['if', { minArguments: 3, maxArguments: 3, build: choose }],
  ['and', variadicFunction(allHold)],
  ['or', variadicFunction(anyHolds)],
  ['round', roundingFunction('half')],
  ['roundup', roundingFunction('up')],
  ['rounddown', roundingFunction('down')],
  ['floor', unaryFunction((value) => roundDecimal(value, 0, 'floor'))],
  ['ceil', unaryFunction((value) => roundDecimal(value, 0, 'ceil'))],
  ['abs', unaryFunction(Math.abs)],
  ['min', variadicFunction(reduceArguments((a, b) => Math.min(a, b)))],
  ['max', variadicFunction(reduceArguments((a, b) => Math.max(a, b)))],
  ['sum', variadicFunction(reduceArguments((a, b) => requireFinite(a + b)))],
] satisfies [string, FormulaFunction][]);

function unaryFunction(compute: (value: number) => number): FormulaFunction {
  return { minArguments: 1, maxArguments: 1, build: (value) => (frame) => compute(value(frame)) };
}

function variadicFunction(build: FormulaFunction['build']): FormulaFunction {
  return { minArguments: 1, maxArguments: Number.POSITIVE_INFINITY, build };
}

function roundingFunction(mode: RoundingMode): FormulaFunction {
  const build = (value: NumberOf, places?: NumberOf): NumberOf =>
    places ? (frame) => requireFinite(roundDecimal(value(frame), places(frame), mode)) : (frame) => roundDecimal(value(frame), 0, mode);
  return { minArguments: 1, maxArguments: 2, build };
}

function reduceArguments(join: (a: number, b: number) => number): FormulaFunction['build'] {
  return (first, ...rest) =>
    (frame) => {
      let value = first(frame);
      for (const next of rest) value = join(value, next(frame));
      return value;
    };
}
