import type { FormulaPlace, Issue } from '../../../contracts/calls/answers/calculation-issues.ts';
import { Failure, type Frame } from './expression/frame.ts';

/** Thrown inside the calculation of one direct: it ends here, with this issue. */
export class CalculationIssue {
  readonly issue: Issue;
  constructor(issue: Issue) {
    this.issue = issue;
  }
}

/** Runs part of a formula; its Failure becomes a CalculationIssue with the place of the formula. */
export function runAt<T>(place: FormulaPlace, run: (frame: Frame) => T, frame: Frame): T {
  try {
    return run(frame);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    throw new CalculationIssue(
      failure.variable === null ? { code: 'not_finite', place } : { code: 'empty_variable', variable: failure.variable, place },
    );
  }
}
