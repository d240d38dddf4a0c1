import type { FormulaScope } from '#contracts/calls/formula-language.ts';
import { tryFormula } from '../../../worker/features/calculation/engine/try-formula.ts';

type Values = Record<string, number | string | null>;

/** The value of a formula, or in words why it has none: a failure, or problems as `code@offset name`. */
export function evaluate(source: string, values: Values = {}, scope: FormulaScope = 'result'): number | string | null {
  const { value, problem, failure } = tryFormula({ scope, source, values });
  if (problem) return `${problem.code}@${problem.position}${problem.name === undefined ? '' : ` ${problem.name}`}`;
  if (failure) return failure.code === 'not_finite' ? failure.code : `${failure.code} ${failure.variable}`;
  return value;
}
