import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { RESET_PASSWORD_FIELDS } from '#contracts/calls/auth.ts';
import { ApiError, errorLines } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { CallForm, requireEqualFields, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import { useText } from '../../i18n/index.ts';
import { Button, PageLinks } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';

const BACK_MS = 1000;
const { token: _token, ...FIELDS } = RESET_PASSWORD_FIELDS;
const rules = requireEqualFields('password_confirm', 'password', FIELDS);

/**
 * Sets the password that a link is for (forgotten, or the first of a new Admin), then goes to the login after 1 s. The form is there at once; where the
 * server answers that the link is over, that is said instead, before anything is typed.
 */
export function ResetPassword() {
  const { t } = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [done, setDone] = useState(false);
  const token = search.get('token') ?? '';
  const call = useCallForm({
    fields: FIELDS,
    rules,
    send: (values) => api.post<{ message: string }>('forgot-password', { ...values, token }, { auth: false }),
    onDone: ({ message }) => {
      setDone(true);
      notify.success({ title: message });
      setTimeout(() => void navigate('/login', { replace: true }), BACK_MS);
    },
  });
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => api.post<{ message: string }>('reset-password/check', { token }, { auth: false, signal }),
    enabled: token !== '',
    staleTime: Infinity,
  });
  const isOver = link.error instanceof ApiError && link.error.code === 'link_expired';
  const problem = token === '' ? t('account.link_incomplete') : isOver ? errorLines(link.error).join(' ') : '';
  return (
    <>
      <h1 className="mb-4 text-section font-semibold">{t('route.reset_password')}</h1>
      {problem !== '' ? (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      ) : (
        <CallForm call={call}>
          <FormField name="password" autoComplete="new-password" autoFocus help={t('account.password_help')} />
          <FormField name="password_confirm" autoComplete="new-password" />
          <Button type="submit" variant="primary" size="lg" loading={call.busy || done} className="w-full">
            {t('account.set_password')}
          </Button>
        </CallForm>
      )}
      <PageLinks
        links={[
          ['/login', t('account.to_login')],
          ['/forgot-password', t('account.new_link')],
        ]}
      />
    </>
  );
}
