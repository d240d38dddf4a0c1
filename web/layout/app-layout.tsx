import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ApiError, errorLines } from '../api/api-error.ts';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { notify } from '../ui/feedback/feedback.tsx';
import { Loader } from '../ui/feedback/loader.tsx';
import { useAfterPaint, whenIdle } from '../ui/hooks/after-paint.ts';
import { useLocalStorage } from '../ui/hooks/local-storage.ts';
import { useShortcuts } from '../ui/hooks/shortcuts.ts';
import { useDrawerWidth } from '../ui/hooks/use-narrow.ts';
import { accessTo, loginPath } from './access.ts';
import { AuthFrame } from './auth-layout.tsx';
import { PageBarContext } from './page-header.tsx';
import { Sidebar, showCurrentPage } from './sidebar.tsx';
import { useRouteHandle } from './title.ts';
import { TopBar } from './top-bar.tsx';

/** The frame of every page behind the login. */
export function AppLayout() {
  return <Guard>{(isOpen) => <AppFrame>{isOpen && <Outlet />}</AppFrame>}</Guard>;
}

/** Sidebar, footer, and the page beside them below the bar; the page puts its head into the bar. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const [collapsed, setCollapsed] = useLocalStorage('sidebar_collapsed', false);
  const isNarrow = useDrawerWidth();
  const [isOpened, setDrawer] = useState(false);
  const drawer = isNarrow && isOpened;
  const openDrawer = useCallback(() => setDrawer(true), []);
  const closeDrawer = useCallback(() => setDrawer(false), []);
  // The styles of all that is behind are looked up again: not in the press that opens the drawer.
  const isBehind = useAfterPaint(drawer);
  // Made by hand: the page draws its head into them together with the frame, instead of once more when the frame is there.
  const [bar] = useState(() => ({ head: createBarPart(), actions: createBarPart() }));
  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the drawer.
  useEffect(closeDrawer, [pathname]);
  // What had the focus has gone with the former page: Tab goes on at the beginning of the new one, not of the navigation.
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current !== pathname && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    shownPath.current = pathname;
  }, [pathname]);
  useShortcuts({ '/': () => document.querySelector<HTMLElement>('main [data-search]')?.focus() });

  return (
    <>
      <div className="flex min-h-dvh" inert={isBehind}>
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
        >
          {t('app.skip')}
        </a>
        {!isNarrow && (
          <aside
            data-chrome
            className={cx('sticky top-0 h-dvh shrink-0 border-r border-line bg-surface', collapsed ? 'w-14' : 'w-(--sidebar)')}
          >
            <Sidebar collapsed={collapsed} onCollapse={setCollapsed} />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <main ref={main} id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col px-3 pb-2 outline-none sm:px-6">
            <TopBar onNavigation={openDrawer} bar={bar} />
            <PageBarContext value={bar}>{children}</PageBarContext>
          </main>
          <footer data-chrome className="h-(--footer) px-3 text-right text-legend text-faint sm:px-6">
            {t('app.footer')}
          </footer>
        </div>
      </div>
      {isNarrow && (
        <NavDrawer open={drawer} onClose={closeDrawer} label={t('app.navigation')}>
          <Sidebar onChosen={closeDrawer} />
        </NavDrawer>
      )}
    </>
  );
}

const createBarPart = () => Object.assign(document.createElement('div'), { className: 'contents' });

/** Renders the current route for those who may see it, first its frame alone; others are sent to the login or, with a notice, to their profile. */
function Guard({ children }: { children: (isOpen: boolean) => ReactNode }) {
  const { state, roles, reload } = useSession();
  const { pathname, search } = useLocation();
  const handle = useRouteHandle();
  const verdict = accessTo(handle?.roles, { status: state.status, roles });

  if (state.status === 'unreachable') {
    const { error } = state;
    const requestId = error instanceof ApiError ? error.request_id : undefined;
    return (
      <AuthFrame>
        <ErrorState text={errorLines(error).join('\n')} requestId={requestId} onRetry={() => void reload()} />
      </AuthFrame>
    );
  }
  if (verdict === 'wait') return <Loader />;
  if (verdict === 'login')
    return <Navigate replace to={state.status === 'signed-out' && state.left ? '/login' : loginPath(pathname + search)} />;
  if (verdict === 'refused') return <Refused />;
  return children(verdict === 'open');
}

function Refused() {
  const { t } = useText();
  useEffect(() => notify.failure({ title: t('notice.failure'), text: t('app.forbidden'), key: 'forbidden' }), [t]);
  return <Navigate replace to="/users/profile" />;
}

interface NavDrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * The navigation on narrow windows: a native dialog, because the first load has no dialog library. It is not opened as modal, or notices could
 * not be reached: the opener makes the page behind it inert. What it shows is drawn before it is opened, and laid out unseen once the page is idle: the
 * press that opens it waits for neither. Pages use the Dialog primitive.
 */
function NavDrawer({ open, onClose, label, children }: NavDrawerProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  const [isLaidOut, setLaidOut] = useState(false);
  useEffect(() => whenIdle(() => setLaidOut(true)), []);
  useEffect(() => {
    const dialog = sheet.current;
    if (!open || !dialog) return;
    const opener = document.activeElement;
    dialog.show();
    const frame = requestAnimationFrame(() => showCurrentPage(dialog));
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closing.current();
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      cancelAnimationFrame(frame);
      dialog.close();
      // Whoever put a notice away meanwhile has the focus nowhere.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; Esc closes too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the pointer; Esc closes too. */}
      {open && <div className="fixed inset-0 z-30 bg-shade" onClick={onClose} />}
      <dialog
        ref={sheet}
        aria-label={label}
        aria-modal
        tabIndex={-1}
        className={cx(
          'fixed inset-y-0 right-auto left-0 z-30 m-0 h-full max-h-none w-72 max-w-[85vw] bg-surface p-0 text-text shadow-float outline-none',
          isLaidOut && 'block not-open:invisible',
        )}
      >
        {children}
      </dialog>
    </>
  );
}
