import { type RoundingMode, roundDecimal } from '../rounding.ts';
import { finite, type NumberOf } from './frame.ts';
import { all, any, choose } from './operations.ts';

/** A function of the formula language: how many arguments it takes, and the closure for given ones. Conditions are 1 or 0. */
export interface FormulaFunction {
  readonly least: number;
  readonly most: number;
  readonly build: (...args: NumberOf[]) => NumberOf;
}

/** By folded name. `if`, `and` and `or` look at an argument only when they need it. */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map([
  ['if', { least: 3, most: 3, build: choose }],
  ['and', many(all)],
  ['or', many(any)],
  ['round', rounding('half')],
  ['roundup', rounding('up')],
  ['rounddown', rounding('down')],
  ['floor', one((value) => roundDecimal(value, 0, 'floor'))],
  ['ceil', one((value) => roundDecimal(value, 0, 'ceil'))],
  ['abs', one(Math.abs)],
  ['min', many(joining((a, b) => Math.min(a, b)))],
  ['max', many(joining((a, b) => Math.max(a, b)))],
  ['sum', many(joining((a, b) => finite(a + b)))],
] satisfies [string, FormulaFunction][]);

function one(compute: (value: number) => number): FormulaFunction {
  return { least: 1, most: 1, build: (value) => (frame) => compute(value(frame)) };
}

function many(build: FormulaFunction['build']): FormulaFunction {
  return { least: 1, most: Number.POSITIVE_INFINITY, build };
}

function rounding(mode: RoundingMode): FormulaFunction {
  const build = (value: NumberOf, places?: NumberOf): NumberOf =>
    places ? (frame) => finite(roundDecimal(value(frame), places(frame), mode)) : (frame) => roundDecimal(value(frame), 0, mode);
  return { least: 1, most: 2, build };
}

function joining(join: (a: number, b: number) => number): FormulaFunction['build'] {
  return (first, ...rest) =>
    (frame) => {
      let value = first(frame);
      for (const next of rest) value = join(value, next(frame));
      return value;
    };
}
