import { useQueryClient } from '@tanstack/react-query';
import { CHANGE_PASSWORD_FIELDS } from '#contracts/calls/auth.ts';
import { api } from '../../../api/client.ts';
import { requireEqualFields, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormDialog } from '../../../crud/form/form-dialog.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { ME_KEY } from './me.ts';
import { SESSIONS } from './sessions-panel.tsx';

const rules = requireEqualFields('password_confirm', 'password', CHANGE_PASSWORD_FIELDS);

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const call = useCallForm({
    fields: CHANGE_PASSWORD_FIELDS,
    rules,
    send: (values) => api.post<{ name: string }>('change-password', values),
    onDone: () => {
      notify.success({ title: t('user.password_changed'), text: t('user.password_changed_text') });
      void client.invalidateQueries({ queryKey: SESSIONS });
      void client.invalidateQueries({ queryKey: ME_KEY });
      onClose();
    },
  });
  return (
    <FormDialog call={call} title={t('user.change_password')} submitLabel={t('user.change_password')} onClose={onClose}>
      <FormField name="old_password" autoComplete="current-password" autoFocus />
      <FormField name="password" autoComplete="new-password" help={t('account.password_help')} />
      <FormField name="password_confirm" autoComplete="new-password" />
    </FormDialog>
  );
}
