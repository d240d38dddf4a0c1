import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiError, errorLines } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { Button, PageLinks } from '../../ui/button.tsx';

/** Takes the new e-mail address that a mailed link is for. A button sends it, so that a mail scanner that opens links uses none up. */
export function ConfirmEmail() {
  const { t } = useText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const confirm = useMutation({
    meta: { silent: true },
    mutationFn: () => api.post<{ message: string }>('confirm-email', { token }, { auth: false }),
  });
  const problem = token === '' ? t('account.link_incomplete') : confirm.error ? errorLines(confirm.error).join(' ') : '';
  const useless = token === '' || (confirm.error instanceof ApiError && confirm.error.code === 'link_expired');
  const toLogin = ['/login', t('account.to_login')] as const;
  return (
    <>
      <h1 className="mb-4 text-section font-semibold">{t('route.confirm_email')}</h1>
      {confirm.data && <p role="status">{confirm.data.message}</p>}
      {!confirm.data && !useless && (
        <>
          <p className="mb-4 text-table text-muted">{t('account.confirm_email_text')}</p>
          <Button variant="primary" size="lg" className="mb-2 w-full" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('route.confirm_email')}
          </Button>
        </>
      )}
      <div role="alert" className="text-table text-danger empty:hidden">
        {problem}
      </div>
      <PageLinks links={useless ? [toLogin, ['/users/profile', t('route.profile')]] : [toLogin]} />
    </>
  );
}
