import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus, Send, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Question } from '#contracts/calls/answers/questions.ts';
import type { UploadAnswer } from '#contracts/calls/answers/uploads.ts';
import { QUESTION_FIELDS, type QuestionKind } from '#contracts/calls/questions.ts';
import { IMAGE_TYPES } from '#contracts/calls/uploads.ts';
import type { YearMonth } from '#contracts/months.ts';
import { errorLines } from '../../../api/api-error.ts';
import { api, newIdempotencyKey } from '../../../api/client.ts';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { formatPoint, useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { notify } from '../../../ui/feedback/feedback.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
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

/** One picture: uploaded as soon as it is chosen, its address is the field's value. */
function PictureField({ name }: { name: string }) {
  const { t } = useText();
  const id = useId();
  const { field, fieldState } = useController({ name });
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const url = field.value as string | null;
  const send = async (file: File | undefined) => {
    if (!file) return;
    setFailure(undefined);
    setShare(0);
    const form = new FormData();
    form.set('upload', file, file.name);
    try {
      field.onChange((await api.upload<UploadAnswer>('upload', form, setShare)).url);
    } catch (error) {
      setFailure(errorLines(error).join(' '));
    } finally {
      setShare(null);
    }
  };
  const error = failure ?? fieldState.error?.message;
  return (
    <div className="flex flex-col items-start gap-2">
      {url ? (
        <>
          <img src={url} alt={t('question.picture')} className="max-h-40 max-w-full rounded border border-line object-contain" />
          <Button size="sm" icon={Trash2} onClick={() => field.onChange(null)}>
            {t('question.remove_picture')}
          </Button>
        </>
      ) : (
        <label
          htmlFor={id}
          className={cx(
            buttonClass('plain', 'md'),
            'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
          )}
        >
          <ImagePlus size={16} aria-hidden />
          {t('question.add_picture')}
          <input
            id={id}
            type="file"
            accept={IMAGE_TYPES.join(',')}
            disabled={share !== null}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => void send(event.target.files?.[0])}
          />
        </label>
      )}
      {share !== null && <ProgressBar label={t('question.picture')} done={Math.round(share * 100)} total={100} />}
      <p role="alert" className="text-legend text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
