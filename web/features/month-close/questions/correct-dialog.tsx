import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { errorLines } from '../../../api/api-error.ts';
import { api, type Row, rowQuery } from '../../../api/client.ts';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import type { FormValues } from '../../../crud/form/form-state.ts';
import { useText } from '../../../i18n/index.ts';
import { notify, Skeleton } from '../../../ui/feedback/feedback.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

const POINTS = ['result_design_point', 'result_check_point'] as const;
const { result_design_point, result_check_point, adjust_reason } = directsTechousei.fields;
const FIELDS = { result_design_point, result_check_point, adjust_reason: { ...adjust_reason, multiline: true } };

/** Corrects the points of the job that was asked about; the history row names the question. */
export function CorrectDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { t } = useText();
  const { data: job, error } = useQuery({ ...rowQuery<Row>('directs_techousei', question.record_id!), staleTime: 0 });
  const title = t('question.correct_title', { title: question.record_title ?? `#${question.record_id}` });
  if (job) return <CorrectForm {...{ question, job, title, onClose }} />;
  return (
    <Dialog open size="md" onClose={onClose} title={title}>
      {error ? <p className="text-danger">{errorLines(error).join(' ')}</p> : <Skeleton className="h-40 w-full" />}
    </Dialog>
  );
}

interface CorrectFormProps {
  question: Question;
  job: Row;
  title: string;
  onClose: () => void;
}

function CorrectForm({ question, job, title, onClose }: CorrectFormProps) {
  const { t } = useText();
  const client = useQueryClient();
  // What is typed answers the job as it was when the dialog opened: a later version is refused.
  const [opened] = useState(job);
  const findChanged = useCallback((values: FormValues) => POINTS.filter((name) => values[name] !== opened[name]), [opened]);
  const rules = useCallback(
    (values: FormValues): Record<string, string> =>
      findChanged(values).length > 0 ? {} : { result_design_point: t('question.correct_same') },
    [findChanged, t],
  );
  const call = useCallForm({
    fields: FIELDS,
    initial: Object.fromEntries(POINTS.map((name) => [name, opened[name]])),
    rules,
    send: (values) => {
      const points = Object.fromEntries(findChanged(values).map((name) => [name, values[name]]));
      const body = { ...points, adjust_reason: values.adjust_reason, version: opened.version };
      return api.put(`directs_techousei/${opened.id}`, body, { question: question.id });
    },
    onDone: async () => {
      notify.success({ title: t('question.corrected') });
      onClose();
      const keys = ['questions', 'statements', 'directs', 'directs_techousei', 'totals'];
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  return (
    <FormDialog call={call} size="md" title={title} submitLabel={t('control.save')} submitIcon={Save} onClose={onClose}>
      <div className="grid grid-cols-2 gap-4">
        <FormField name="result_design_point" />
        <FormField name="result_check_point" />
      </div>
      <FormField name="adjust_reason" />
    </FormDialog>
  );
}
