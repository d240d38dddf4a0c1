import { DEFAULT_TOTALS } from '../../../contracts/calls/formula-language.ts';
import type { FieldProblems } from '../../../contracts/calls/formula-problems.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { emptyFrame, Failure, type Frame } from './expression/frame.ts';
import { NUMBER_SLOTS, numberSlot, scopeOf } from './expression/scope.ts';
import { compileExpression, type Program } from './expression.ts';
import { isBlank } from './formula.ts';

export interface TotalsSource {
  total_point_1?: string | null;
  total_point_2?: string | null;
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

export type TotalsCompiled = { ok: true; totals: CompiledTotals } | { ok: false; problems: FieldProblems };

/** Compiles the two expressions; an empty one is the default. */
export function compileTotals(source: TotalsSource): TotalsCompiled {
  const first = compileExpression(readExpression(source, 'total_point_1'), scopeOf('total_point_1'));
  const second = compileExpression(readExpression(source, 'total_point_2'), scopeOf('total_point_2'));
  if (first.ok && second.ok) {
    return { ok: true, totals: { first: first.program, second: second.program, frame: emptyFrame(NUMBER_SLOTS, 0) } };
  }
  const problems: FieldProblems = {};
  if (!first.ok) problems.total_point_1 = first.problems[0]!;
  if (!second.ok) problems.total_point_2 = second.problems[0]!;
  return { ok: false, problems };
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

function readExpression(source: TotalsSource, name: keyof typeof DEFAULT_TOTALS): string {
  const expression = source[name];
  return isBlank(expression) ? DEFAULT_TOTALS[name] : expression;
}
