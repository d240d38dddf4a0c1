import type { FormulaStep } from '#contracts/calls/answers/try-formula.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { FormulaWords } from './formula-words.tsx';

/** What a formula is computed from, in that order: each part in words, with its values, and what it comes to. The whole is its answer's own. */
export function FormulaSteps({ steps: all }: { steps: readonly FormulaStep[] }) {
  const { t } = useText();
  const steps = all.slice(0, -1);
  if (steps.length === 0) return null;
  return (
    <details className="w-full text-legend" open={steps.length <= 6}>
      <summary className="cursor-pointer text-muted">{t('formulas.steps')}</summary>
      <ol className="mt-1 flex flex-col gap-1.5 border-l-2 border-line pl-3">
        {steps.map(({ text, substituted, value }) => (
          <li key={text} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 break-words">
              <FormulaWords source={text} />
              {substituted !== text && (
                <span className="block text-muted tabular-nums">
                  = <FormulaWords source={substituted} />
                </span>
              )}
            </span>
            <span className="ml-auto font-medium tabular-nums">
              {typeof value === 'number' ? formatNumber(value, undefined, 10) : (value ?? t('control.empty'))}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
