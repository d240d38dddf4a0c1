import { useState } from 'react';
import type { SecondFactorSecret } from '#contracts/calls/answers/auth.ts';
import { SECOND_FACTOR_BEGIN_FIELDS, SECOND_FACTOR_CODE_FIELDS } from '#contracts/calls/auth.ts';
import { api } from '../../../api/client.ts';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { notify } from '../../../ui/feedback/feedback.tsx';
import { QrCode } from '../qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Switches the second factor on in three steps: the password, the app's first code, the recovery codes. */
export default function SecondFactorSetup({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useText();
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useCallForm({
    fields: SECOND_FACTOR_BEGIN_FIELDS,
    send: async (values) => (await api.post<{ data: SecondFactorSecret }>('me/second-factor', values)).data,
    onDone: setSecret,
  });
  const confirm = useCallForm({
    fields: SECOND_FACTOR_CODE_FIELDS,
    send: async (values) => (await api.post<{ data: { recovery_codes: string[] } }>('me/second-factor/confirm', values)).data,
    onDone: (answer) => {
      notify.success({ title: t('user.factor_enabled') });
      setCodes(answer.recovery_codes);
    },
  });
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (!secret)
    return (
      <FormDialog call={begin} title={t('user.factor')} submitLabel={t('imports.continue')} onClose={onClose}>
        <FormField name="password" autoComplete="current-password" autoFocus />
      </FormDialog>
    );
  return (
    <FormDialog
      call={confirm}
      title={t('user.factor')}
      submitLabel={t('auth.proof_confirm')}
      onClose={onClose}
      intro={
        <>
          <p className="mb-3">{t('user.factor_scan')}</p>
          <QrCode text={secret.otpauth_url} label={t('user.factor_qr')} className="mx-auto size-48" />
          <p className="my-3 text-table text-muted">
            {t('user.factor_secret')}{' '}
            <code className="block font-sans break-all text-text select-all">{groupCharacters(secret.secret)}</code>
          </p>
        </>
      }
    >
      <FormField name="code" autoComplete="one-time-code" autoFocus />
    </FormDialog>
  );
}

/** Groups of four, which are easier to read and type. */
const groupCharacters = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
