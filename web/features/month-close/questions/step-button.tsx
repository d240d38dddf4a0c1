import { CircleCheck, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { REMARK_FIELDS } from '#contracts/calls/questions.ts';
import { fieldMessages } from '../../../api/api-error.ts';
import { FormFrame } from '../../../crud/form/form-frame.tsx';
import { useText } from '../../../i18n/index.ts';
import { useCloseUnlessUnsaved } from '../../../layout/close-unless-unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useQuestionStep } from './use-question.ts';

const LABELS = {
  close: { label: 'question.close', title: 'question.close_title', done: 'question.closed', icon: CircleCheck },
  reopen: { label: 'question.reopen', title: 'question.reopen_title', done: 'question.reopened', icon: RotateCcw },
} as const;

/** Closes a question or opens it again, with a remark where one is wanted. What was not done keeps the dialog and its remark. */
export function StepButton({ question, step }: { question: Question; step: keyof typeof LABELS }) {
  const { t } = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { label, title, done, icon } = LABELS[step];
  const end = () => {
    setOpen(false);
    setText('');
  };
  const close = useCloseUnlessUnsaved(text.trim() !== '', end);
  const send = useQuestionStep(question, step, t(done));
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
      {open && (
        <Dialog
          open
          onClose={close}
          title={t(title)}
          footer={
            <>
              <Button onClick={close}>{t('control.cancel')}</Button>
              <Button type="submit" form={id} variant="primary" icon={icon} loading={send.isPending}>
                {t(label)}
              </Button>
            </>
          }
        >
          <FormFrame
            id={id}
            isRefused={send.isError}
            sendings={send.submittedAt}
            begins
            className=""
            onSubmit={() => {
              if (!send.isPending) send.mutate(text, { onSuccess: end });
            }}
          >
            <Field label={t('question.remark')} error={fieldMessages(send.error).text}>
              <TextArea
                name="text"
                rows={3}
                maxLength={REMARK_FIELDS.text.maxLength}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
          </FormFrame>
        </Dialog>
      )}
    </>
  );
}
