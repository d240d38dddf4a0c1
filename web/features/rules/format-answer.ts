import type { TryFormulaAnswer } from '#contracts/calls/answers/try-formula.ts';
import { formulaProblemMessage } from '#contracts/calls/formula-problems.ts';
import { formatNumber, translate } from '../../i18n/index.ts';

/** A formula's value, or why it has none. */
export function formatAnswer({ value, problem, failure }: TryFormulaAnswer, lang: 'vi' | 'en'): string {
  if (problem) return formulaProblemMessage(problem, lang);
  if (failure?.code === 'empty_variable') return translate('page.try_empty', { name: failure.variable });
  return value === null ? translate('calculate.no_value') : formatNumber(value);
}
