import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SecondFactorState } from '#contracts/calls/answers/auth.ts';
import type { SecuritySettings } from '#contracts/calls/answers/office-settings.ts';
import { SECOND_FACTOR_END_FIELDS } from '#contracts/calls/auth.ts';
import { SECURITY_SETTINGS_FIELDS } from '#contracts/calls/office-settings.ts';
import { api, readData } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { formatNumber, useText } from '../../../i18n/index.ts';
import { ACTIONS } from '../../../layout/access.ts';
import { Button } from '../../../ui/button.tsx';
import { notify, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { ME_KEY } from './me.ts';
import { Panel } from './panel.tsx';

const RecoveryCodes = lazy(() => import('./recovery-codes.tsx').then(({ RecoveryCodes }) => ({ default: RecoveryCodes })));
const SecondFactorSetup = lazy(() => import('./second-factor-setup.tsx'));

/** Whether a login needs a code beside the password, and switching that on and off; an Admin may demand it of all Admins. */
export function SecondFactorPanel({ state }: { state: SecondFactorState }) {
  const { t } = useText();
  const { may, reload } = useSession();
  const client = useQueryClient();
  const ask = useConfirm();
  const [open, setOpen] = useState(false);
  const on = state.enabled === 1;
  const changed = async () => {
    setOpen(false);
    // Roles may count again, or not any more.
    await Promise.all([client.invalidateQueries({ queryKey: ME_KEY }), reload()]);
  };
  const renew = useMutation({
    mutationFn: async () =>
      (await api.post<{ data: { recovery_codes: string[] } }>('me/second-factor/recovery-codes', {})).data.recovery_codes,
  });
  const renewCodes = async () => {
    const title = t('user.factor_codes_renew');
    if (await ask({ title, text: t('user.factor_codes_renew_text'), confirmLabel: title })) renew.mutate();
  };
  return (
    <Panel
      title={t('user.factor')}
      actions={
        <>
          {on && (
            <Button icon={KeyRound} loading={renew.isPending} onClick={() => void renewCodes()}>
              {t('user.factor_codes_renew')}
            </Button>
          )}
          <Button icon={on ? ShieldOff : ShieldCheck} onClick={() => setOpen(true)}>
            {t(on ? 'user.factor_disable' : 'user.factor_enable')}
          </Button>
        </>
      }
    >
      <p className="text-muted">{on ? t('user.factor_on', { n: formatNumber(state.recovery_codes_left) }) : t('user.factor_off')}</p>
      {state.required === 1 && !on && <p className="mt-1 font-medium text-warning">{t('user.factor_required')}</p>}
      {may(ACTIONS.manage_accounts) && <AdminPolicy />}
      {open && on && <SecondFactorOff onClose={() => setOpen(false)} onDone={() => void changed()} />}
      <Suspense fallback={null}>
        {renew.data && (
          <RecoveryCodes
            codes={renew.data}
            onKept={() => {
              renew.reset();
              void changed();
            }}
          />
        )}
        {open && !on && <SecondFactorSetup onClose={() => setOpen(false)} onDone={() => void changed()} />}
      </Suspense>
    </Panel>
  );
}

const SETTINGS = ['security-settings'];

/** The switch by which an Admin asks every Admin for a second factor. */
function AdminPolicy() {
  const { t, lang } = useText();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: SETTINGS,
    ...readData<SecuritySettings>('security-settings'),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (settings: SecuritySettings) => api.put('security-settings', settings),
    onMutate: (settings) => client.setQueryData(SETTINGS, settings),
    meta: { refreshes: [SETTINGS] },
  });
  if (!data) return null;
  return (
    <div className="mt-4 flex items-start gap-3">
      <Switch
        label={SECURITY_SETTINGS_FIELDS.second_factor_for_admins.label[lang]}
        checked={data.second_factor_for_admins === 1}
        pending={isPending}
        onChange={(demanded) => mutate({ second_factor_for_admins: demanded ? 1 : 0 })}
      />
      <div>
        <p className="font-medium">{t('user.factor_policy')}</p>
        <p className="text-table text-muted">{t('user.factor_policy_text')}</p>
      </div>
    </div>
  );
}

/** Switches the second factor off, by password and a code. */
function SecondFactorOff({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useText();
  const call = useCallForm({
    fields: SECOND_FACTOR_END_FIELDS,
    send: (values) => api.post('me/second-factor/end', values),
    onDone: () => {
      notify.success({ title: t('user.factor_disabled') });
      onDone();
    },
  });
  return (
    <FormDialog call={call} title={t('user.factor')} submitLabel={t('user.factor_disable')} submitVariant="danger" onClose={onClose}>
      <FormField name="password" autoComplete="current-password" autoFocus />
      <FormField name="code" autoComplete="one-time-code" help={t('auth.code_help')} />
    </FormDialog>
  );
}
