import type { FormulaPlace } from '../../../contracts/calls/answers/calculation-issues.ts';
import type { FormulaScope } from '../../../contracts/calls/formula-language.ts';
import { CalculationIssue, runAt } from './calculation-issue.ts';
import type { Formula } from './compiled.ts';
import type { Frame } from './expression/frame.ts';
import { scopeOf } from './expression/scope.ts';
import { compileExpression } from './expression.ts';
import type { TraceListener } from './trace-listener.ts';

/** Null for an empty field. */
export function formulaAt(place: FormulaPlace, source: string | null | undefined, scope: FormulaScope): Formula | null {
  if (isBlank(source)) return null;
  const compiled = compileExpression(source, scopeOf(scope));
  return compiled.ok
    ? { place, source, program: compiled.program, problem: null }
    : { place, source, program: null, problem: compiled.problems[0]! };
}

/** The formula's number; throws a CalculationIssue when the formula is wrong or has no value. */
export function runFormula(formula: Formula, frame: Frame, listener?: TraceListener): number {
  const { place, program, problem } = formula;
  if (!program) throw new CalculationIssue({ code: 'bad_formula', place, problem: problem! });
  listener?.formulaStarts(formula);
  const value = runAt(place, program.run, frame);
  listener?.formulaEnds(value);
  return value;
}

export function isBlank(text: string | null | undefined): text is null | undefined | '' {
  return text === null || text === undefined || text.trim() === '';
}
