import { useQueryClient } from '@tanstack/react-query';
import { Save, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { type ReviewThresholds, thresholdFields } from '#contracts/calls/month-checklist.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useCallForm } from '../../crud/form/call-form.tsx';
import { FormDialog } from '../../crud/form/form-dialog.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';

/** From which difference on a person's total is named, and for an Admin the way to change it. */
export function Thresholds({ thresholds }: { thresholds: ReviewThresholds }) {
  const { t } = useText();
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  const { percent, points } = thresholds;
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-3 pl-7 text-legend text-muted">
      {t('calculate.thresholds', { percent: formatNumber(percent), points: formatNumber(points) })}
      {may(ACTIONS.edit_review_thresholds) && (
        <Button size="sm" variant="ghost" icon={SlidersHorizontal} onClick={() => setOpen(true)}>
          {t('calculate.edit_thresholds')}
        </Button>
      )}
      {open && <ThresholdsDialog thresholds={thresholds} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ThresholdsDialog({ thresholds, onClose }: { thresholds: ReviewThresholds; onClose: () => void }) {
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
