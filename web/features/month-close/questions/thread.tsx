import type { Question, QuestionEvent } from '#contracts/calls/answers/questions.ts';
import { formatDateTime, type MessageKey, useText } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';

/** What a person did to a question. */
export const STEP_LABELS: Readonly<Record<QuestionEvent['action'], MessageKey>> = {
  answer: 'question.did_answer',
  close: 'question.did_close',
  reopen: 'question.did_reopen',
};

/** The events of a question, the oldest first. */
export function Thread({ question: { thread } }: { question: Question }) {
  const { t } = useText();
  return (
    <section>
      <h2 className="mb-2 font-semibold">{t('question.thread')}</h2>
      {thread.length === 0 ? (
        <p className="text-muted">{t('question.no_answer')}</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {thread.map(({ id, user_name, action, text, at }) => (
            <li key={id} className={cx('px-4 py-3', action === 'answer' ? 'rounded border border-line bg-surface' : 'text-table')}>
              <p className="text-legend text-muted">
                <span className="font-medium text-text">{user_name ?? '–'}</span> {t(STEP_LABELS[action])} · {formatDateTime(at)}
              </p>
              {text && <p className="mt-1 break-words whitespace-pre-line">{text}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
