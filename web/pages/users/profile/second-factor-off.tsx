import { SECOND_FACTOR_END_FIELDS } from '#contracts/calls/auth.ts';
import { api } from '../../../api/client.ts';
import { CallForm, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** Switches the second factor off, by password and a code. */
export function SecondFactorOff({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
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
    <Dialog
      open
      onClose={onClose}
      title={t('user.factor')}
      footer={
        <>
          <Button onClick={onClose}>{t('control.cancel')}</Button>
          <Button variant="danger" type="submit" form={call.id} loading={call.busy}>
            {t('user.factor_disable')}
          </Button>
        </>
      }
    >
      <CallForm call={call}>
        <FormField name="password" autoFocus />
        <FormField name="code" autoComplete="one-time-code" help={t('auth.code_help')} />
      </CallForm>
    </Dialog>
  );
}
