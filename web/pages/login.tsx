import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { returnPath } from '../layout/access.ts';
import { SignInForm } from '../layout/sign-in-form.tsx';
import { PageLinks } from '../ui/link.tsx';
import { ProviderButtons } from './auth/provider-buttons.tsx';

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
