import { ACCESS_TOKEN_FIELDS } from '#contracts/calls/access-token-form.ts';
import { api } from '../../../api/client.ts';
import { useCallForm } from '../../../crud/form/call-form.tsx';
import { FormDialog } from '../../../crud/form/form-dialog.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';

/** Asks what a new key is for and until when it works; the server asks for the password first where it was not given just now. */
export function MakeTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const { t } = useText();
  const call = useCallForm({
    fields: ACCESS_TOKEN_FIELDS,
    send: (values) => api.post<{ id: number; token: string }>('me/tokens', values),
    onDone: ({ token }) => onMade(token),
  });
  return (
    <FormDialog
      call={call}
      title={t('user.token_make')}
      submitLabel={t('user.token_make')}
      intro={<p className="mb-6 text-muted">{t('user.token_make_text')}</p>}
      onClose={onClose}
    >
      <FormField name="name" autoFocus />
      <FormField name="expires_at" />
    </FormDialog>
  );
}
