import { formulaProblemMessage } from '../contracts/calls/formula-problems.ts';
import type { Values } from '../contracts/fields.ts';
import type { WriteContext } from '../crud/resource.ts';
import { checkFormulaFields, type FormulaEntity } from '../features/calculation/engine/check-formula-fields.ts';
import { AppError } from '../platform/errors.ts';

/** A guard that refuses a row whose formulas, conditions or variables can't be understood, with the place of each fault. */
export function createFormulaGuard(entity: FormulaEntity) {
  return (values: Values, { verb, before, lang }: WriteContext): void => {
    if (verb === 'delete') return;
    const problems = Object.entries(checkFormulaFields(entity, { ...before, ...values }));
    if (problems.length === 0) return;
    const messages = problems.map(([field, problem]) => [field, formulaProblemMessage(problem, lang)]);
    throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
  };
}
