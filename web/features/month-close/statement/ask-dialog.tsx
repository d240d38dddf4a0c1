import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { QUESTION_FIELDS, type QuestionKind } from '#contracts/calls/questions.ts';
import type { YearMonth } from '#contracts/months.ts';
import { api, newIdempotencyKey } from '../../../api/client.ts';
import { useCallForm } from '../../../crud/form/call-form.tsx';
import { FormDialog } from '../../../crud/form/form-dialog.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { formatPoint } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { PictureField } from './picture-field.tsx';
import { STATEMENTS } from './use-statement.ts';

/** The subject of a question. */
export interface AskSubject {
  kind: QuestionKind;
  record_id: number | null;
  /** Its label on the form. */
  title: string;
  /** What it counts now. */
  points?: number | null;
}

interface AskDialogProps {
  month: YearMonth;
  subject: AskSubject;
  onClose: () => void;
}

/** Asks about a line, a missing job or the month: a text, the points that were expected, and a picture. */
export function AskDialog({ month, subject: { kind, record_id, title, points }, onClose }: AskDialogProps) {
  const { t } = useText();
  const client = useQueryClient();
  // Sending again after no answer came adds no second question.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const call = useCallForm({
    fields: QUESTION_FIELDS,
    initial: { ...month, kind, record_id },
    send: (values) => api.post<{ data: Question }>('questions', { ...values, picture: values.picture || null }, { idempotencyKey }),
    onDone: async () => {
      onClose();
      notify.success({ title: t('question.sent'), text: t('question.sent_text') });
      await Promise.all(['questions', STATEMENTS].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  return (
    <FormDialog
      call={call}
      size="md"
      title={kind === 'missing' ? t('question.ask_missing_title') : t('question.ask_about', { title })}
      submitLabel={t('question.send')}
      submitIcon={Send}
      intro={(points ?? null) !== null && <p className="mb-4">{t('question.points_now', { n: formatPoint(points) })}</p>}
      onClose={onClose}
    >
      <FormField name="text" help={kind === 'missing' ? t('question.ask_missing_help') : undefined} />
      <FormField name="expected_point" className="max-w-50" />
      <PictureField name="picture" />
    </FormDialog>
  );
}
