import { SECOND_FACTOR_END_FIELDS } from '#contracts/calls/auth.ts';
import { api } from '../../../api/client.ts';
import { useCallForm } from '../../../crud/form/call-form.tsx';
import { FormDialog } from '../../../crud/form/form-dialog.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { notify } from '../../../ui/feedback/toast.tsx';

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
    <FormDialog call={call} title={t('user.factor')} submitLabel={t('user.factor_disable')} submitVariant="danger" onClose={onClose}>
      <FormField name="password" autoFocus />
      <FormField name="code" autoComplete="one-time-code" help={t('auth.code_help')} />
    </FormDialog>
  );
}
