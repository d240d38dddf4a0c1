import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { ButtonLink } from '../ui/link.tsx';
import { AppFrame } from './app-layout.tsx';

/** Shown for unknown addresses; inside the frame for signed-in users. */
export function NotFound() {
  const { state } = useSession();
  if (state.status === 'loading') return null;
  if (state.status !== 'signed-in') {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <NotFoundText />
      </main>
    );
  }
  return (
    <AppFrame>
      <NotFoundText />
    </AppFrame>
  );
}

function NotFoundText() {
  const { t } = useText();
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-20 text-center">
      <h1 className="text-title font-semibold">{t('app.not_found_title')}</h1>
      <p className="mb-3 text-muted">{t('app.not_found_text')}</p>
      <ButtonLink to="/home">{t('app.to_dashboard')}</ButtonLink>
    </div>
  );
}
