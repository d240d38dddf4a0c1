import type { TryFormulaAnswer } from '../../../contracts/calls/answers/try-formula.ts';
import type { TryFormulaRequest } from '../../../contracts/calls/try-formula.ts';
import { readDecimal } from '../../../platform/text/read-number.ts';
import { Failure, type Frame } from './expression/frame.ts';
import { createFrame, SLOTS, scopeOf } from './expression/scope.ts';
import { compileExpression, substitute } from './expression.ts';
import { listSteps } from './formula-steps.ts';

/** Runs one formula on values given by hand, exactly as a calculation would; the value is not rounded. */
export function tryFormula({ scope, source, values }: Omit<TryFormulaRequest, 'direct_id'>): TryFormulaAnswer {
  const compiled = compileExpression(source, scopeOf(scope));
  const answer: TryFormulaAnswer = { value: null, substituted: null, variables: [], steps: [], problem: null, failure: null };
  if (!compiled.ok) return { ...answer, problem: compiled.problems[0]! };
  const { program } = compiled;
  const frame = frameOf(values);
  answer.variables = [...new Set(program.references.map(({ slot }) => slot.variable.name))];
  answer.steps = listSteps(source, scopeOf(scope), frame);
  answer.substituted = substitute(source, program.references, frame);
  try {
    return { ...answer, value: program.run(frame) };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const { variable } = failure;
    return { ...answer, failure: variable === null ? { code: 'not_finite' } : { code: 'empty_variable', variable } };
  }
}

function frameOf(values: TryFormulaRequest['values']): Frame {
  const frame = createFrame();
  for (const { variable, index } of SLOTS) {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : null;
    if (variable.kind === 'number') frame.numbers[index] = readDecimal(value) ?? Number.NaN;
    else frame.texts[index] = String(value ?? '');
  }
  return frame;
}
