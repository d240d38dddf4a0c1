import { ArrowRight } from 'lucide-react';
import type { QuestionCorrection } from '#contracts/calls/answers/questions.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { factLabel, factText } from './record-facts.tsx';

/** Lists the corrections made from inside the question: each field before and after, by whom and when. */
export function Corrections({ corrections }: { corrections: readonly QuestionCorrection[] }) {
  const { t } = useText();
  return (
    <section className="rounded border border-line bg-surface p-4 sm:p-5">
      <h2 className="mb-2 font-semibold">{t('question.corrections')}</h2>
      <ol className="flex flex-col gap-3">
        {corrections.map(({ history_id, user_name, at, changes }) => (
          <li key={history_id} className="border-l-2 border-success pl-3">
            <p className="text-legend text-muted">{t('question.corrected_by', { name: user_name ?? '–', time: formatDateTime(at) })}</p>
            <ul className="text-table">
              {changes.map(({ field, before, after }) => (
                <li key={field} className="flex flex-wrap items-center gap-x-1.5 tabular-nums">
                  {factLabel(field, t)}: <del className="text-muted">{factText(field, before)}</del>
                  <ArrowRight size={14} className="text-muted" aria-label={t('question.after')} role="img" />
                  <ins className="font-semibold no-underline">{factText(field, after)}</ins>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
