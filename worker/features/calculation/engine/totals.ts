import { roundPoints } from '../../../platform/text/rounding.ts';
import { emptyFrame, Failure, type Frame } from './expression/frame.ts';
import { NUMBER_SLOTS, numberSlot, scopeOf } from './expression/scope.ts';
import { compileExpression, type Program } from './expression.ts';

/** The two expressions. */
export interface TotalsSource {
  total_point_1: string;
  total_point_2: string;
}

/** A user's sums of a month, each already rounded. */
export interface TotalsInput {
  direct_point: number;
  mistake_point_n: number;
  mistake_point_t: number;
  indirect_point_yes: number;
  indirect_point_no: number;
  pro_index: number;
}

/** Null where the expression has no value, as for a division by zero. */
export interface TotalPoints {
  total_point_1: number | null;
  total_point_2: number | null;
}

export interface CompiledTotals {
  readonly first: Program;
  readonly second: Program;
  readonly frame: Frame;
}

/** Throws where an expression does not compile: both are checked when they are saved (`checkFormulaFields`). */
export function compileTotals(source: TotalsSource): CompiledTotals {
  return { first: compile(source, 'total_point_1'), second: compile(source, 'total_point_2'), frame: emptyFrame(NUMBER_SLOTS, 0) };
}

function compile(source: TotalsSource, name: keyof TotalsSource): Program {
  const compiled = compileExpression(source[name], scopeOf(name));
  if (compiled.ok) return compiled.program;
  throw new Error(`the expression of ${name} does not compile: ${JSON.stringify(compiled.problems)}`);
}

/** Both totals of a row, each rounded as points are; the second builds on the rounded first, as people see it. */
export function computeTotalPoints({ first, second, frame }: CompiledTotals, row: TotalsInput): TotalPoints {
  for (const [name, index] of INPUTS) frame.numbers[index] = row[name];
  const total_point_1 = pointsOf(first, frame);
  frame.numbers[FIRST] = total_point_1 ?? Number.NaN;
  return { total_point_1, total_point_2: pointsOf(second, frame) };
}

const FIRST = numberSlot('total_point_1');
const INPUTS = (
  ['direct_point', 'mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no', 'pro_index'] as const
).map((name) => [name, numberSlot(name)] as const);

function pointsOf({ run }: Program, frame: Frame): number | null {
  try {
    return roundPoints(run(frame));
  } catch (failure) {
    if (failure instanceof Failure) return null;
    throw failure;
  }
}
