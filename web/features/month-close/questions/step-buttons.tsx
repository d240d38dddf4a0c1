import { CircleCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { REMARK_FIELDS } from '#contracts/calls/questions.ts';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { formatDateTime, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { STEP_LABELS } from './thread.tsx';
import { findOtherStep, useQuestionStep } from './use-question.ts';

type Step = keyof typeof STEPS;

const STEPS = {
  close: { label: 'question.close', title: 'question.close_title', done: 'question.closed', icon: CircleCheck },
  reopen: { label: 'question.reopen', title: 'question.reopen_title', done: 'question.reopened', icon: RotateCcw },
} as const;

/** Closes a question or opens it again. The dialog stays when another person takes the step meanwhile, so that its remark is not lost. */
export function StepButtons({ question }: { question: Question }) {
  const [step, setStep] = useState<Step>();
  return (
    <div data-chrome className="flex flex-wrap gap-2">
      {question.status !== 'closed' && <StepButton step="close" onPress={setStep} />}
      {question.status !== 'open' && <StepButton step="reopen" onPress={setStep} />}
      {step && <StepDialog {...{ question, step }} onClose={() => setStep(undefined)} />}
    </div>
  );
}

function StepButton({ step, onPress }: { step: Step; onPress: (step: Step) => void }) {
  const { t } = useText();
  const { label, icon } = STEPS[step];
  return (
    <Button icon={icon} onClick={() => onPress(step)}>
      {t(label)}
    </Button>
  );
}

function StepDialog({ question, step, onClose }: { question: Question; step: Step; onClose: () => void }) {
  const { t } = useText();
  const { label, title, done, icon } = STEPS[step];
  const { send, show } = useQuestionStep(question, step);
  const call = useCallForm({
    fields: REMARK_FIELDS,
    send,
    explain: (error) => {
      const other = findOtherStep(error);
      return (
        other &&
        t('question.overtaken', { name: other.user_name ?? '–', did: t(STEP_LABELS[other.action]), time: formatDateTime(other.at) })
      );
    },
    onDone: (changed) => {
      onClose();
      show(changed, t(done));
    },
  });
  return (
    <FormDialog call={call} title={t(title)} submitLabel={t(label)} submitIcon={icon} onClose={onClose}>
      <FormField name="text" />
    </FormDialog>
  );
}
