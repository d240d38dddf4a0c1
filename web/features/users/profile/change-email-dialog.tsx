import { CHANGE_EMAIL_FIELDS } from '#contracts/calls/users.ts';
import { api } from '../../../api/client.ts';
import { useCallForm } from '../../../crud/form/call-form.tsx';
import { FormDialog } from '../../../crud/form/form-dialog.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { notify } from '../../../ui/feedback/toast.tsx';

const FIELDS = { ...CHANGE_EMAIL_FIELDS, password: { ...CHANGE_EMAIL_FIELDS.password, required: true } };

/** Asks for a mail to the new address; the account keeps the former one until the link in it is opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const call = useCallForm({
    fields: FIELDS,
    send: (values) => api.post<{ message: string }>('me/email', values),
    onDone: ({ message }) => {
      notify.success({ title: t('user.change_email_sent'), text: message });
      onClose();
    },
  });
  return (
    <FormDialog call={call} title={t('user.change_email')} submitLabel={t('user.change_email')} onClose={onClose}>
      <FormField name="email" autoComplete="email" autoFocus />
      <FormField name="password" autoComplete="current-password" />
    </FormDialog>
  );
}
