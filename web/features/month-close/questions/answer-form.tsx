import { Send } from 'lucide-react';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { ANSWER_FIELDS } from '#contracts/calls/questions.ts';
import { CallForm, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { formatDateTime } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { useUnsaved } from '../../../layout/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { disabledWithReason } from '../../../ui/disabled-with-reason.ts';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { findOtherStep, useQuestionStep } from './use-question.ts';

/**
 * Answers a question; the key a leads to it, past all that stands before it. When another person answered first, their answer is shown and the input
 * stays; so it does when the question is closed while one writes, until it is opened again.
 */
export function AnswerForm({ question }: { question: Question }) {
  const { t } = useText();
  const isClosed = question.status === 'closed';
  const { send, show } = useQuestionStep(question, 'answers');
  const call = useCallForm({
    fields: ANSWER_FIELDS,
    send,
    mode: 'onSubmit',
    explain: (error) => (TOLD_HERE.has(findOtherStep(error)?.action) ? '' : undefined),
    onDone: (answered) => {
      show(answered, t('question.answered'));
      call.form.reset();
    },
  });
  const isWritten = String(call.form.watch('text')).trim() !== '';
  useUnsaved(isWritten);
  const submit = () => {
    if (!isClosed && !call.busy) call.submit();
  };
  useShortcuts({ a: () => call.form.setFocus('text'), 'mod+Enter': submit, ...(isWritten && { 'mod+s': submit }) });
  const last = findOtherStep(call.error);
  const other = last?.action === 'answer' ? last : undefined;
  if (isClosed && !isWritten) return null;
  return (
    <div data-chrome className="flex flex-col gap-y-4 rounded border border-line bg-surface p-4 sm:p-5">
      {isClosed && (
        <p role="alert" className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
          {t('question.closed_meanwhile')}
        </p>
      )}
      {other && (
        <div role="alert" className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
          <p className="font-medium">{t('question.other_answered')}</p>
          <p>{t('question.other_said', { name: other.user_name ?? '–', time: formatDateTime(other.at) })}</p>
          <blockquote className="my-1 border-l-2 border-warning pl-3 whitespace-pre-line">{other.text}</blockquote>
          <p className="text-muted">{t('question.other_hint')}</p>
        </div>
      )}
      <CallForm call={call}>
        <FormField name="text" />
        <div>
          <Button
            type="submit"
            variant="primary"
            icon={Send}
            loading={call.busy}
            {...disabledWithReason(isClosed ? t('question.closed_meanwhile') : undefined)}
          >
            {t('question.answer')}
          </Button>
        </div>
      </CallForm>
    </div>
  );
}

/** Steps of other people of which the form tells by itself. */
const TOLD_HERE: ReadonlySet<string | undefined> = new Set(['answer', 'close']);
