import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdjustSettings } from '#contracts/calls/answers/office-settings.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Switch } from '../../ui/inputs/switch.tsx';
import { adjustSettingsQuery } from './adjust-settings.ts';

/** Whether points are set by hand only with a reason; shown to those who may decide it. */
export function ReasonSwitch() {
  const { t } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const { data } = useQuery(adjustSettingsQuery);
  const save = useMutation({
    mutationFn: (reason_required: 0 | 1) => api.put<AdjustSettings>('adjust-settings', { reason_required }),
    onSuccess: (saved) => client.setQueryData(adjustSettingsQuery.queryKey, saved),
  });
  if (!may(ACTIONS.edit_adjust_settings)) return null;
  const checked = save.isPending ? save.variables === 1 : data?.reason_required === 1;
  return (
    <section className="mt-6 flex max-w-240 items-start gap-3 border-t border-line pt-4">
      <Switch
        checked={checked}
        pending={save.isPending}
        disabled={!data}
        label={t('calculate.reason_setting')}
        onChange={(on) => save.mutate(on ? 1 : 0)}
      />
      <div>
        <p className="font-medium">{t('calculate.reason_setting')}</p>
        <p className="text-table text-muted">{t('calculate.reason_setting_help')}</p>
      </div>
    </section>
  );
}
