import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { loginPath, returnPath } from '../../layout/access.ts';
import { CodeField, SignInMessage } from '../../layout/code-field.tsx';
import { useSignIn } from '../../layout/use-sign-in.ts';
import { Button, PageLinks } from '../../ui/button.tsx';
import { PROVIDER_NAMES, type Provider, type ProviderAnswer } from './provider.ts';
import { CONFIGURED_PROVIDERS, consumeProviderAnswer, redirectToProvider } from './provider-redirect.ts';

export const GoogleReturn = () => <ProviderReturn provider="google" />;
export const FacebookReturn = () => <ProviderReturn provider="facebook" />;

/** The redirect target of the provider: reads the token from the address and signs in with it, or shows why not. */
function ProviderReturn({ provider }: { provider: Provider }) {
  const { signInWithToken, clear } = useSession();
  const { t } = useText();
  const navigate = useNavigate();
  const [answer, setAnswer] = useState<ProviderAnswer | null>(null);
  const [returnTo, setReturnTo] = useState('/home');
  const token = answer && 'token' in answer ? answer.token : undefined;
  const { attempt, asksCode, busy, error, ...signIn } = useSignIn(
    async (otp) => {
      const body = { access_token: token, otp: otp || undefined };
      const { access_token } = await api.post<{ access_token: string }>(`auth/${provider}`, body, { auth: false });
      return await signInWithToken(access_token);
    },
    () => void navigate(returnPath(new URLSearchParams({ return_to: returnTo })), { replace: true }),
  );

  const taken = useRef(false);
  useEffect(() => {
    if (taken.current) return;
    taken.current = true;
    // As on the login page: nobody is signed in until the server accepts the token.
    clear();
    const { answer, returnTo } = consumeProviderAnswer(provider);
    setAnswer(answer);
    setReturnTo(returnTo);
  }, [provider, clear]);

  const sent = useRef(false);
  useEffect(() => {
    if (!token || sent.current) return;
    sent.current = true;
    void attempt();
  }, [token, attempt]);

  const name = PROVIDER_NAMES[provider];
  const problem =
    answer && 'problem' in answer ? t(`auth.provider_${answer.problem}`, { provider: name, detail: answer.detail ?? '' }) : null;
  const notConfigured = error instanceof ApiError && error.status === 404 ? t('auth.provider_missing', { provider: name }) : null;
  const failed = problem !== null || (error !== null && !asksCode);
  return (
    <>
      <h1 className="mb-4 text-section font-semibold">{t('auth.with_provider', { provider: name })}</h1>
      {asksCode && (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void attempt();
          }}
        >
          <CodeField {...signIn} />
          <Button type="submit" variant="primary" size="lg" loading={busy} disabled={signIn.seconds > 0} className="w-full">
            {t(busy ? 'auth.logging_in' : 'auth.login')}
          </Button>
          <SignInMessage text={signIn.message} />
        </form>
      )}
      {!asksCode && !failed && <p role="status">{t('auth.provider_waiting', { provider: name })}</p>}
      {!asksCode && <SignInMessage text={problem ?? notConfigured ?? signIn.message} />}
      {failed && CONFIGURED_PROVIDERS.includes(provider) && (
        <Button size="lg" className="mt-4 w-full" disabled={signIn.seconds > 0} onClick={() => redirectToProvider(provider, returnTo)}>
          {t('control.retry')}
        </Button>
      )}
      <PageLinks links={[[loginPath(returnTo), t('account.to_login')]]} />
    </>
  );
}
