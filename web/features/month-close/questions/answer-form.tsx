import { Send } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { ANSWER_FIELDS } from '#contracts/calls/questions.ts';
import { fieldMessages } from '../../../api/api-error.ts';
import { ruleSentence } from '../../../crud/form/call-form.tsx';
import { formatDateTime } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { useUnsaved } from '../../../layout/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { disabledWithReason } from '../../../ui/disabled-with-reason.ts';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { Field } from '../../../ui/inputs/field.tsx';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import { findOtherAnswer, useQuestionStep } from './use-question.ts';

/**
 * Answers a question; the key a leads to it, past all that stands before it. When another person answered first, their answer is shown and the input
 * stays; so it does when the question is closed while one writes, until it is opened again.
 */
export function AnswerForm({ question }: { question: Question }) {
  const { t, lang } = useText();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  useUnsaved(text.trim() !== '');
  const isClosed = question.status === 'closed';
  const send = useQuestionStep(question, 'answers', t('question.answered'));
  const submit = () => {
    if (isClosed || send.isPending) return;
    setTried(true);
    if (text.trim() === '') return;
    send.mutate(text, {
      onSuccess: () => {
        setText('');
        setTried(false);
      },
    });
  };
  useShortcuts({ a: () => input.current?.focus(), 'mod+Enter': submit, ...(text.trim() !== '' && { 'mod+s': submit }) });
  const other = findOtherAnswer(send.error);
  const refused = fieldMessages(send.error).text;
  const missing = tried && text.trim() === '' ? ruleSentence('required', ANSWER_FIELDS, 'text', lang) : undefined;
  if (isClosed && text.trim() === '') return null;
  return (
    <form
      noValidate
      data-chrome
      className="flex flex-col gap-y-9 rounded border border-line bg-surface p-4 sm:gap-y-7 sm:p-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
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
      <Field label={t('question.answer_text')} required error={missing ?? refused}>
        <TextArea
          ref={input}
          name="text"
          rows={4}
          maxLength={ANSWER_FIELDS.text.maxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div>
        <Button
          type="submit"
          variant="primary"
          icon={Send}
          loading={send.isPending}
          {...disabledWithReason(isClosed ? t('question.closed_meanwhile') : undefined)}
        >
          {t('question.answer')}
        </Button>
      </div>
    </form>
  );
}
