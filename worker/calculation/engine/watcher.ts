import type { BasePointRule, Condition, Formula, ScaleRow, Standard } from './compiled.ts';

export type ScaleMatch = 'named' | 'equal' | 'limits';

/** Told of each step while a direct is calculated; what explains a result listens here. */
export interface Watcher {
  standardFound(standard: Standard): void;
  scaleTried(row: ScaleRow, match: ScaleMatch | null): void;
  /** `row` is null when the code has no rows. */
  scaleTaken(row: ScaleRow | null): void;
  basePointTried(row: BasePointRule): void;
  conditionAsked(condition: Condition, outcome: { value: number | string; values: (number | string)[]; holds: boolean }): void;
  /** `row` is null when the code has no rows. */
  basePointTaken(row: BasePointRule | null): void;
  formulaStarts(formula: Formula): void;
  /** Not told when the formula just started has no value. */
  formulaEnds(value: number): void;
}
