import { useState } from 'react';
import { REGISTER_FIELDS } from '#contracts/calls/auth.ts';
import { api } from '../../api/client.ts';
import { CallForm, requireEqualFields, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import { useText } from '../../i18n/index.ts';
import { Button, PageLinks } from '../../ui/button.tsx';

const rules = requireEqualFields('passwordConfirm', 'password', REGISTER_FIELDS);

/** Registers an account; it works once an Admin has activated it, which the page says before and after. */
export function Register() {
  const { t } = useText();
  const [answer, setAnswer] = useState<string | null>(null);
  const call = useCallForm({
    fields: REGISTER_FIELDS,
    rules,
    send: (values) => api.post<{ message: string }>('auth/register', values, { auth: false }),
    onDone: ({ message }) => setAnswer(message),
  });
  return (
    <>
      <h1 className="mb-1 text-section font-semibold">{t('route.register')}</h1>
      {answer === null ? (
        <>
          <p className="mb-4 text-table text-muted">{t('account.register_text')}</p>
          <CallForm call={call}>
            <FormField name="mobile" autoComplete="username" autoFocus help={t('account.mobile_help')} />
            <FormField name="password" autoComplete="new-password" help={t('account.password_help')} />
            <FormField name="passwordConfirm" autoComplete="new-password" />
            <Button type="submit" variant="primary" size="lg" loading={call.busy} className="w-full">
              {t('route.register')}
            </Button>
          </CallForm>
        </>
      ) : (
        <p role="status">{answer}</p>
      )}
      <PageLinks
        links={[
          ['/login', t('account.to_login')],
          ['/term-of-use', t('route.term_of_use')],
        ]}
      />
    </>
  );
}
