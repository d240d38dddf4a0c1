import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { useId, useState } from 'react';
import type { Question } from '#contracts/calls/questions.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { errorLines } from '../../api/error-lines.ts';
import { rowQuery } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { Field, FORM_GAP } from '../../ui/inputs/field.tsx';
import { NumberInput, type NumberValue } from '../../ui/inputs/number-input.tsx';
import { TextArea } from '../../ui/inputs/text-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

const POINTS = ['result_design_point', 'result_check_point'] as const;

/** Corrects the points of the job that was asked about; the history row names the question. */
export function CorrectDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { t } = useText();
  const id = useId();
  const { data: job, error } = useQuery({ ...rowQuery<Row>('directs_techousei', question.record_id!), staleTime: 0 });
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('question.correct_title', { title: question.record_title ?? `#${question.record_id}` })}
      footer={
        <>
          <Button onClick={onClose}>{t('control.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" icon={Save} loading={pending} disabled={!job}>
            {t('control.save')}
          </Button>
        </>
      }
    >
      {error && !job && <p className="text-danger">{errorLines(error).join(' ')}</p>}
      {!job && !error && <Skeleton className="h-40 w-full" />}
      {job && <CorrectForm key={String(job.version)} {...{ id, question, job, onClose }} onPending={setPending} />}
    </Dialog>
  );
}

interface CorrectFormProps {
  id: string;
  question: Question;
  job: Row;
  onClose: () => void;
  onPending: (pending: boolean) => void;
}

function CorrectForm({ id, question, job, onClose, onPending }: CorrectFormProps) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const [points, setPoints] = useState<Record<string, NumberValue>>(() =>
    Object.fromEntries(POINTS.map((name) => [name, job[name] as number | null])),
  );
  const [reason, setReason] = useState('');
  const changed = POINTS.filter((name) => points[name] !== job[name]);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () => {
      const values = Object.fromEntries(changed.map((name) => [name, points[name]]));
      return api.put(
        `directs_techousei/${job.id}`,
        { ...values, adjust_reason: reason.trim() || null, version: job.version },
        { question: question.id },
      );
    },
    onMutate: () => onPending(true),
    onSuccess: () => {
      notify.success({ title: t('question.corrected') });
      onClose();
    },
    onSettled: async () => {
      onPending(false);
      const keys = ['questions', 'statements', 'directs', 'directs_techousei', 'totals'];
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  const messages = save.error instanceof ApiError ? save.error.messages : {};
  const { fields } = directsTechousei;
  return (
    <form
      id={id}
      noValidate
      className={cx('flex flex-col pb-4', FORM_GAP)}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (changed.length > 0 && !save.isPending) save.mutate();
      }}
    >
      <div className="grid grid-cols-2 gap-4">
        {POINTS.map((name) => (
          <Field key={name} label={fields[name].label[lang]} error={messages[name]}>
            <NumberInput
              name={name}
              min={0}
              value={points[name] ?? null}
              onChange={(value) => setPoints((all) => ({ ...all, [name]: value }))}
            />
          </Field>
        ))}
      </div>
      <Field label={fields.adjust_reason.label[lang]} error={messages.adjust_reason ?? messages.reason}>
        <TextArea name="adjust_reason" rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div role="alert" className="text-table text-danger empty:hidden">
        {save.error && Object.keys(messages).length === 0 ? errorLines(save.error).join(' ') : ''}
        {!save.error && tried && changed.length === 0 ? t('question.correct_same') : ''}
      </div>
    </form>
  );
}
