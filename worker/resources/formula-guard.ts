import { formulaProblemMessage } from '../contracts/calls/formula-problems.ts';
import type { Values } from '../contracts/fields.ts';
import type { Text } from '../contracts/text.ts';
import type { WriteContext } from '../crud/resource.ts';
import { checkFormulaFields, type FormulaEntity } from '../features/calculation/engine/check-formula-fields.ts';
import { AppError } from '../platform/errors.ts';

const HELPERS_SHARE = /\bhosawariai\b/i;
/** Totals know a designer and a checker, and no helper. */
const NOBODYS: Text = {
  vi: 'Công thức dùng hosawariai (補佐割合): phần điểm bị trừ theo tỷ lệ này không được cộng cho ai',
  en: 'The formula uses hosawariai (補佐割合): the points that it takes away are credited to nobody',
};

/** A guard that warns of points that nobody gets, and refuses a row whose formulas, conditions or variables can't be understood, with the place of each fault. */
export function createFormulaGuard(entity: FormulaEntity) {
  return (values: Values, { verb, before, lang, warnings = [] }: WriteContext): void => {
    if (verb === 'delete') return;
    const problems = Object.entries(checkFormulaFields(entity, { ...before, ...values }));
    if (problems.length === 0) {
      const isNew = Object.entries(values).some(([field, value]) => HELPERS_SHARE.test(String(value)) && value !== before?.[field]);
      if (isNew && !warnings.includes(NOBODYS[lang])) warnings.push(NOBODYS[lang]);
      return;
    }
    const messages = problems.map(([field, problem]) => [field, formulaProblemMessage(problem, lang)]);
    throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
  };
}
