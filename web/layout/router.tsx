import { RotateCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRouteError,
} from 'react-router';
import { onReauthenticationNeeded } from '../api/request.ts';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { ConfirmProvider, notify } from '../ui/feedback/feedback.tsx';
import { Loader } from '../ui/feedback/loader.tsx';
import { useAfterPaint } from '../ui/hooks/after-paint.ts';
import { useDelayed } from '../ui/hooks/use-delayed.ts';
import { AppLayout } from './app-layout.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { NotFound } from './not-found.tsx';
import { ChunkLoadError, loadPage, type PageRoute, type RouteHandle } from './page-route.ts';
import { useWindowTitle } from './title.ts';
import { hasUnsaved, UnsavedQuestion } from './unsaved.ts';

/** Pages behind the login, inside the frame, and those without one, on the quiet layout. */
interface RouteTable {
  pages: readonly PageRoute[];
  publicPages: readonly PageRoute[];
}

/** The browser's router over a route table. */
export function createRouter(table: RouteTable) {
  return createBrowserRouter(routeObjects(table));
}

function routeObjects({ pages, publicPages }: RouteTable): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: Loader,
      children: [
        { Component: AuthLayout, children: publicPages.map(toRoute) },
        // The frame is drawn while the code of its page is on the way.
        { Component: AppLayout, children: [START, ...pages.map((page) => ({ ...toRoute(page), HydrateFallback: NoPageYet }))] },
        { path: '*', handle: { title: 'route.not_found', section: null } satisfies RouteHandle, Component: NotFound },
      ],
    },
  ];
}

const NoPageYet = () => null;

/** The bare address leads to the dashboard, whoever comes. */
const START: RouteObject = {
  path: '/',
  handle: { title: 'route.home', section: null } satisfies RouteHandle,
  element: <Navigate replace to="/home" />,
};

function toRoute({ path, title, verb, wide, section = path, roles, page, firstTexts }: PageRoute): RouteObject {
  return {
    path,
    handle: { title, verb, wide, section, roles } satisfies RouteHandle,
    ErrorBoundary: ErrorPage,
    lazy: async () => ({ Component: await loadPage({ page, firstTexts }).catch(throwOnRender) }),
  };
}

/** A lazy route that rejects would leave the router on its start-up fallback; one that throws while drawing reaches the boundary. */
function throwOnRender(error: unknown): () => never {
  return () => {
    throw error;
  };
}

/** Shown when a page throws while rendering or its code cannot be fetched: the frame stays, with a reload button. */
function ErrorPage() {
  const error = useRouteError();
  const { t } = useText();
  const outdated = error instanceof ChunkLoadError || /dynamically imported module|importing a module script|preload/i.test(String(error));
  return (
    <ErrorState
      title={t(outdated ? 'app.outdated_title' : 'app.crashed_title')}
      saved={t(outdated ? 'app.outdated_text' : 'app.crashed_text')}
      text={!outdated && error instanceof Error ? error.message : undefined}
    >
      <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
        {t('app.reload')}
      </Button>
    </ErrorState>
  );
}

/** Around every page: the window's title, the confirm and password dialogs, the end of the session. */
function Root() {
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
    <div role="status" aria-label={t('control.loading')} className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent/20">
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
