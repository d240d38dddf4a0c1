import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { returnPath } from '../../layout/access.ts';
import { SignInForm } from '../../layout/sign-in-form.tsx';
import { Button, PageLinks } from '../../ui/button.tsx';
import { PROVIDER_NAMES, type Provider } from './provider.ts';
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

/** The providers' logos, which their branding rules require on such a button. */
function ProviderMark({ provider }: { provider: Provider }) {
  return provider === 'google' ? (
    <svg viewBox="0 0 48 48" className="size-4" aria-hidden>
      {GOOGLE.map(([fill, path]) => (
        <path key={fill} fill={fill} d={path} />
      ))}
    </svg>
  ) : (
    <svg viewBox="0 0 24 24" className="size-4" aria-hidden>
      <path fill="#0866FF" d={FACEBOOK} />
    </svg>
  );
}

const GOOGLE = [
  [
    '#EA4335',
    'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z',
  ],
  ['#4285F4', 'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z'],
  [
    '#FBBC05',
    'M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z',
  ],
  [
    '#34A853',
    'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z',
  ],
] as const;
const FACEBOOK =
  'M9.1 23.69v-7.98H6.63v-3.67H9.1v-1.58c0-4.08 1.85-5.98 5.86-5.98.4 0 .95.04 1.47.1a8.7 8.7 0 0 1 1.14.2v3.33a8.6 8.6 0 0 0-.65-.04' +
  'h-.74c-.7 0-1.26.09-1.67.3a1.7 1.7 0 0 0-.68.63c-.26.42-.38 1-.38 1.75v1.3h3.92l-.39 2.1-.28 1.56h-3.25v8.25C19.4 23.24 24 18.18 24 12.04' +
  'c0-6.62-5.37-12-12-12s-12 5.38-12 12c0 5.63 3.87 10.35 9.1 11.65Z';
