import { useQueryClient } from '@tanstack/react-query';
import { directs } from '#contracts/entities/directs.ts';
import { api, type Row, showInLists } from '../../api/client.ts';
import { FormDialog, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import { useText } from '../../i18n/index.ts';
import type { SavedRows } from '../grid/edit-store.ts';
import { ENTITY } from './use-checks.ts';

const { result_design_point, result_check_point, adjust_reason } = directs.fields;
const FIELDS = {
  result_design_point: { ...result_design_point, required: true },
  result_check_point: { ...result_check_point, required: true },
  adjust_reason,
};

/** Sets the points of a job by hand, over the queue. */
export function AdjustDialog({ job, onClose }: { job: Row; onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const call = useCallForm<SavedRows>({
    fields: FIELDS,
    initial: { result_design_point: job.result_design_point ?? null, result_check_point: job.result_check_point ?? null },
    send: (values) => api.post<SavedRows>('directs_techousei/add-multiple', { directs: [{ id: job.id, version: job.version, ...values }] }),
    onDone: async ({ data }) => {
      await showInLists(client, ENTITY, data);
      void client.invalidateQueries({ queryKey: ['directs'] });
      void client.invalidateQueries({ queryKey: ['directs_techousei_history'] });
      onClose();
    },
  });
  return (
    <FormDialog call={call} title={t('direct.points_edit')} submitLabel={t('direct.points_save')} onClose={onClose}>
      <FormField name="result_design_point" />
      <FormField name="result_check_point" />
      <FormField name="adjust_reason" />
    </FormDialog>
  );
}
