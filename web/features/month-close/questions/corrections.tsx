import type { QuestionCorrection } from '#contracts/calls/answers/questions.ts';
import { contractOf } from '#contracts/contracts.ts';
import { Differences } from '../../../crud/history/differences.tsx';
import { formatDateTime } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';

/** Lists the corrections made from inside the question: each field before and after, by whom and when. */
export function Corrections({ corrections }: { corrections: readonly QuestionCorrection[] }) {
  const { t } = useText();
  return (
    <section className="rounded border border-line bg-surface p-4 sm:p-5">
      <h2 className="mb-2 font-semibold">{t('question.corrections')}</h2>
      <ol className="flex flex-col gap-3">
        {corrections.map(({ history_id, entity, user_name, at, changes }) => (
          <li key={history_id} className="border-l-2 border-success pl-3">
            <p className="text-legend text-muted">{t('question.corrected_by', { name: user_name ?? '–', time: formatDateTime(at) })}</p>
            <div className="text-table tabular-nums">
              <Differences
                fields={contractOf(entity)?.fields ?? {}}
                before={valuesOf(changes, 'before')}
                after={valuesOf(changes, 'after')}
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function valuesOf(changes: QuestionCorrection['changes'], side: 'before' | 'after'): Record<string, unknown> {
  return Object.fromEntries(changes.map((change) => [change.field, change[side]]));
}
