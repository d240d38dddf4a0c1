import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { errorLines } from '../../../api/error-lines.ts';
import { useText } from '../../../i18n/index.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { AvatarPanel } from './avatar-panel.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { ProfileForm } from './form.tsx';
import { ME_KEY, type Me } from './me.ts';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';

/** One's own account: the form, picture, password, second factor and open sessions. */
export function ProfilePage() {
  const { t } = useText();
  const [changing, setChanging] = useState<'email' | 'password' | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ME_KEY,
    queryFn: async ({ signal }) => (await api.get<{ data: Me }>('me', { signal })).data,
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
  if (error && !data) {
    const requestId = error instanceof ApiError ? error.request_id : undefined;
    return <ErrorState text={errorLines(error).join('\n')} requestId={requestId} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <PageHeader
        work={
          <>
            <Button icon={Mail} onClick={() => setChanging('email')}>
              {t('user.change_email')}
            </Button>
            <Button icon={KeyRound} onClick={() => setChanging('password')}>
              {t('user.change_password')}
            </Button>
          </>
        }
      />
      {data ? (
        <div className="flex flex-col gap-8">
          <AvatarPanel me={data} />
          <ProfileForm me={data} />
          <SecondFactorPanel state={data.second_factor} />
          <SessionsPanel />
          <TokensPanel />
        </div>
      ) : (
        <Skeleton className="h-96 w-full max-w-240" />
      )}
      {changing === 'password' && <ChangePasswordDialog onClose={() => setChanging(null)} />}
      {changing === 'email' && <ChangeEmailDialog onClose={() => setChanging(null)} />}
    </>
  );
}
