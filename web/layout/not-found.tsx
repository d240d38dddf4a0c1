import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AppFrame } from './app-layout.tsx';
import { AuthFrame } from './auth-layout.tsx';

/** Shown for unknown addresses; inside the frame for signed-in users. */
export function NotFound() {
  const { state } = useSession();
  const { t } = useText();
  if (state.status === 'loading') return null;
  if (state.status !== 'signed-in') {
    return (
      <AuthFrame>
        <NotFoundText to="/login" label={t('account.to_login')} />
      </AuthFrame>
    );
  }
  return (
    <AppFrame>
      <NotFoundText to="/home" label={t('app.to_dashboard')} />
    </AppFrame>
  );
}

function NotFoundText({ to, label }: { to: string; label: string }) {
  const { t } = useText();
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <h1 className="text-title font-semibold">{t('app.not_found_title')}</h1>
      <p className="mb-3 text-muted">{t('app.not_found_text')}</p>
      <ButtonLink to={to}>{label}</ButtonLink>
    </div>
  );
}
