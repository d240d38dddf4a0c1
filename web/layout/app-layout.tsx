import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { useAfterPaint } from '../ui/hooks/after-paint.ts';
import { useLocalStorage } from '../ui/hooks/local-storage.ts';
import { useShortcuts } from '../ui/hooks/shortcuts.ts';
import { useDrawerWidth } from '../ui/hooks/use-narrow.ts';
import { Guard } from './guard.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import { PageBarContext } from './page-header.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { Sidebar } from './sidebar.tsx';
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
            <SectionTabs />
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
