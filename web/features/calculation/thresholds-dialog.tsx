import { useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import type { ReviewThresholds } from '#contracts/calls/answers/month-checklist.ts';
import { thresholdFields } from '#contracts/calls/month-checklist.ts';
import { api } from '../../api/client.ts';
import { FormDialog, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import { useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/feedback.tsx';

/** Changes from which difference on a person's total is named. */
export function ThresholdsDialog({ thresholds, onClose }: { thresholds: ReviewThresholds; onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const call = useCallForm({
    fields: thresholdFields,
    initial: { ...thresholds },
    send: (values) => api.put<ReviewThresholds>('month-checklist/thresholds', values),
    onDone: async () => {
      onClose();
      notify.success({ title: t('calculate.thresholds_saved') });
      await client.invalidateQueries({ queryKey: ['month-checklist'] });
    },
  });
  return (
    <FormDialog
      call={call}
      title={t('calculate.edit_thresholds')}
      submitLabel={t('control.save')}
      submitIcon={Save}
      intro={<p className="mb-4 text-muted">{t('calculate.thresholds_help')}</p>}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 items-end gap-4">
        <FormField name="percent" />
        <FormField name="points" />
      </div>
    </FormDialog>
  );
}
