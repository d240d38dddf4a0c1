import type { BasePointRule, Condition, Formula, ScaleRow, Standard } from './compiled.ts';

export type ScaleMatch = 'named' | 'equal' | 'limits';

/** Called at each step of the calculation of a direct; the explanation of a result is recorded through it. */
export interface TraceListener {
  standardFound(standard: Standard): void;
  scaleTried(row: ScaleRow, match: ScaleMatch | null): void;
  /** `row` is null when the code has no rows. */
  scaleSelected(row: ScaleRow | null): void;
  basePointTried(row: BasePointRule): void;
  conditionEvaluated(condition: Condition, outcome: { value: number | string; values: (number | string)[]; holds: boolean }): void;
  /** `row` is null when the code has no rows. */
  basePointSelected(row: BasePointRule | null): void;
  formulaStarts(formula: Formula): void;
  /** Not called when the formula just started has no value. */
  formulaEnds(value: number): void;
}
