import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import type { PublishedTrace } from '#contracts/calls/answers/explanation.ts';
import { recordNoun } from '#contracts/contract.ts';
import { directs } from '#contracts/entities/directs.ts';
import { ruleCases } from '#contracts/entities/rule_cases.ts';
import { notifySaved } from '../../../api/api-error.ts';
import { newIdempotencyKey, type Row, rowQuery, rows } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import type { FormValues } from '../../../crud/form/form-state.ts';
import { officeToday, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { pickCaseValues } from './case-values.tsx';
import { CaseFields } from './pages.tsx';

/** Makes a worked example of an explained job: a dialog that is filled in with its figures and its points. */
export function AddCase({ direct, trace }: { direct: Pick<Row, 'id'>; trace: PublishedTrace }) {
  const { t } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const [initial, setInitial] = useState<FormValues>();
  const open = useMutation({
    mutationFn: () => client.fetchQuery(rowQuery<Row>(directs.name, direct.id)),
    onSuccess: (job) => setInitial(toCase(job, trace)),
  });
  if (!may(ruleCases.access.create)) return null;
  return (
    <div>
      <Button icon={BookmarkPlus} loading={open.isPending} onClick={() => open.mutate()}>
        {t('rules.add_case')}
      </Button>
      {initial && <AddCaseDialog initial={initial} onClose={() => setInitial(undefined)} />}
    </div>
  );
}

function AddCaseDialog({ initial, onClose }: { initial: FormValues; onClose: () => void }) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const call = useCallForm({
    fields: ruleCases.fields,
    initial,
    send: (values) => rows.create<Row>(ruleCases.name, values, key),
    onDone: async (made) => {
      notifySaved('created', recordNoun(ruleCases, lang), String(made.name));
      await client.invalidateQueries({ queryKey: [ruleCases.name] });
      onClose();
    },
  });
  return (
    <FormDialog
      call={call}
      size="lg"
      title={t('rules.add_case_title')}
      intro={<p className="mb-6 text-table text-muted">{t('rules.add_case_help')}</p>}
      submitLabel={t('control.save')}
      onClose={onClose}
    >
      <CaseFields />
    </FormDialog>
  );
}

/** The points that the rules gave the job, else those that it holds. */
function toCase(job: Row, { result, stored }: PublishedTrace): FormValues {
  const points = result ?? stored;
  return {
    name: [job.name, job.bukkenmei].filter(Boolean).join(' · ').slice(0, 255),
    month: String(job.henkyaku_hi ?? officeToday()).slice(0, 7),
    customer_id: job.customer_id,
    work_category_id: job.work_category_id,
    values: pickCaseValues(job),
    result_design_point: points.result_design_point,
    result_check_point: points.result_check_point,
  };
}
