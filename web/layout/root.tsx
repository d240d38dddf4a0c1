import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { onReauthenticationNeeded } from '../api/request.ts';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { notify } from '../ui/feedback/toast.tsx';
import { useAfterPaint } from '../ui/hooks/after-paint.ts';
import { useDelayed } from '../ui/hooks/use-delayed.ts';
import { ConfirmProvider } from '../ui/overlays/confirm.tsx';
import { useWindowTitle } from './title.ts';
import { hasUnsaved, UnsavedQuestion } from './unsaved.ts';

/** Around every page: the window's title, the confirm and password dialogs, the end of the session. */
export function Root() {
  useWindowTitle();
  const isPainted = useAfterPaint(true, false);
  return (
    <ConfirmProvider page={useLocation().pathname}>
      <NavigationProgress />
      <Outlet />
      <UnsavedQuestion />
      <SessionEnd />
      <ReauthenticationPrompt />
      <ScrollRestoration />
      <Suspense>{isPainted && <DocumentListeners />}</Suspense>
    </ConfirmProvider>
  );
}

/** Pages whose code is here already come sooner, without the line; every other press is answered within 100 ms. */
const PRESS_MS = 50;

/** A thin line at the top while the next page's code is fetched, and the old page stays; or while the frame waits for its first page. */
function NavigationProgress() {
  const isLoading = useSession().state.status === 'loading';
  const isLeaving = useDelayed(useNavigation().state !== 'idle', PRESS_MS);
  const isStarting = useDelayed(isLoading);
  const { t } = useText();
  if (!isLeaving && !isStarting) return null;
  return (
    <div role="status" aria-label={t('app.loading')} className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent/20">
      <div className="progress-run h-full w-1/3 bg-accent" />
    </div>
  );
}

/** Pages work without: a file that cannot be fetched is not missed. */
const DocumentListeners = lazy(() =>
  import('./document-listeners.tsx').then(
    ({ DocumentListeners }) => ({ default: DocumentListeners }),
    () => ({ default: () => null }),
  ),
);

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** When the session ends: a sign-in dialog if there is unsaved input, otherwise a notice and the login page. */
function SessionEnd() {
  const { state, clear } = useSession();
  const { t } = useText();
  const [inPlace, setInPlace] = useState(false);
  const ended = state.status === 'ended';

  useEffect(() => {
    if (!ended) return setInPlace(false);
    if (hasUnsaved()) return setInPlace(true);
    notify.failure({ title: t('notice.error'), text: t('notice.unauthorized'), key: 'session' });
    clear();
  }, [ended, clear, t]);

  return <Suspense fallback={null}>{inPlace && <SignInDialog />}</Suspense>;
}

const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog.tsx'));

/** Asks for the password again where a call requires it; concurrent calls share one dialog. */
function ReauthenticationPrompt() {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null);

  useEffect(() => {
    let pending: Promise<boolean> | null = null;
    onReauthenticationNeeded(() => {
      pending ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        pending = null;
        setAnswer(null);
      });
      return pending;
    });
  }, []);

  return <Suspense fallback={null}>{answer && <ReauthenticationDialog onAnswer={answer} />}</Suspense>;
}
