import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { returnPath } from '../../layout/access.ts';
import { SignInForm } from '../../layout/sign-in-form.tsx';
import { Button } from '../../ui/button.tsx';
import { PageLinks } from '../../ui/link.tsx';
import { PROVIDER_NAMES } from './provider.ts';
import { ProviderMark } from './provider-mark.tsx';
import { CONFIGURED_PROVIDERS, redirectToProvider } from './provider-redirect.ts';

/** Login; opening it signs this tab out. */
export function Login() {
  const { clear } = useSession();
  const { t } = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const cleared = useRef(false);
  useEffect(() => {
    if (!cleared.current) clear();
    cleared.current = true;
  }, [clear]);

  return (
    <>
      <h1 className="mb-4 text-section font-semibold">{t('route.login')}</h1>
      <SignInForm onSignedIn={() => void navigate(returnPath(search), { replace: true })} />
      <ProviderButtons returnTo={returnPath(search)} />
      <PageLinks
        links={[
          ['/forgot-password', t('auth.forgot')],
          ['/register', t('auth.register')],
        ]}
      />
    </>
  );
}

/** Sign-in buttons of the providers the app was built with. */
function ProviderButtons({ returnTo }: { returnTo: string }) {
  const { t } = useText();
  if (CONFIGURED_PROVIDERS.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p className="flex items-center gap-3 text-legend text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.or')}
      </p>
      {CONFIGURED_PROVIDERS.map((provider) => (
        <Button key={provider} size="lg" className="w-full" onClick={() => redirectToProvider(provider, returnTo)}>
          <ProviderMark provider={provider} />
          {t('auth.with_provider', { provider: PROVIDER_NAMES[provider] })}
        </Button>
      ))}
    </div>
  );
}
