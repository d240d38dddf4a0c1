import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, memo, Suspense, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { holdKeys } from '../ui/hooks/hold-keys.ts';
import { useShortcuts } from '../ui/hooks/shortcuts.ts';
import { useDrawerWidth, useWide } from '../ui/hooks/use-narrow.ts';
import { PopoverPanel } from '../ui/overlays/popover-panel.tsx';
import { Avatar } from './avatar.tsx';
import { HelpButton } from './help/help-button.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { PageBar } from './page-header.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { useRouteTitle } from './title.ts';

const NoticeBell = lazyPart(() => import('./notice-bell.tsx').then((m) => m.NoticeBell), {
  placeholder: () => <span className="size-8" />,
});

interface TopBarProps {
  onNavigation: () => void;
  /** What the page puts its head and its actions into; the route's title stands there until it does. */
  bar: PageBar;
}

/**
 * The way to the navigation, the head of the page, its actions, then search, notices and the user's own menu: in sight and by Tab in this order. Help
 * stands here where there is no sidebar. Where the window is not wide the actions stand below, and come last.
 */
export const TopBar = memo(function TopBar({ onNavigation, bar: { head, actions } }: TopBarProps) {
  const { t } = useText();
  const wide = useWide();
  const tools = useRef<HTMLElement>(null);
  const place = useCallback((element: HTMLElement | null) => void element?.insertBefore(head, element.firstChild), [head]);
  // Moved instead of drawn again: what is open or typed in it stays.
  useLayoutEffect(() => {
    const focused = document.activeElement as HTMLElement | null;
    const { current } = tools;
    current?.parentNode?.insertBefore(actions, wide ? current : current.nextSibling);
    if (actions.contains(focused)) focused?.focus();
  }, [wide, actions]);
  return (
    <div className="page-bar group/bar -mx-3 mb-3 px-3 sm:-mx-6 sm:px-6">
      <div data-chrome className="-mr-1 lg:hidden">
        <IconButton icon={MenuIcon} label={t('app.open_navigation')} onClick={onNavigation} />
      </div>
      <SectionTabs />
      <div ref={place} className="contents">
        <span className="hidden truncate text-section font-semibold group-not-has-[.section-tabs]/bar:[:empty+&]:block">
          {useRouteTitle()}
        </span>
      </div>
      <section ref={tools} data-chrome aria-label={t('app.tools')} className="-my-1 -mr-1 ml-auto flex items-center gap-1 lg:-mr-0">
        <SearchButton />
        {useDrawerWidth() && (
          <span className="max-sm:hidden">
            <HelpButton />
          </span>
        )}
        <NoticeBell />
        <UserMenu />
      </section>
    </div>
  );
});

const SearchDialog = lazyPart(() => import('./search/search-dialog.tsx').then((m) => m.SearchDialog));

/** The way to the search over all lists and pages, also by Ctrl+K: what is typed before its dialog is there goes into it. */
function SearchButton() {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const releaseKeys = useRef<ReturnType<typeof holdKeys>>(undefined);
  const release = useCallback((isReady: boolean) => {
    releaseKeys.current?.(isReady);
    releaseKeys.current = undefined;
  }, []);
  useEffect(() => () => release(false), [release]);
  const begin = () => {
    releaseKeys.current ??= holdKeys();
    setOpen(true);
  };
  useShortcuts(open ? {} : { 'mod+k': begin });
  return (
    <>
      <Button variant="ghost" icon={Search} title={t('app.search_button')} className="px-2 text-muted" onClick={() => setOpen(true)}>
        <span className="max-xl:sr-only xl:group-has-[[data-chrome]_input,.section-tabs]/bar:sr-only">{t('app.search_button')}</span>
      </Button>
      {open && <SearchDialog onReady={() => release(true)} onClose={() => setOpen(false)} />}
    </>
  );
}

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));
const UserMenuPanel = lazy(() => import('./user-menu-panel.tsx'));

/** Shows the user and their menu in the browser's popover; its content is loaded when it is first opened. */
function UserMenu() {
  const { user } = useSession();
  const { t } = useText();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<boolean>();
  const [shortcuts, setShortcuts] = useState<boolean | null>(null);
  if (!user) return <span className="ml-1 size-9" />;

  const name = user.name ?? user.username;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-expanded={open ?? false}
        title={name}
        className="ml-1 flex size-9 items-center justify-center rounded hover:bg-hover"
      >
        <Avatar name={name} src={user.avatar} />
        <span className="sr-only">{t('app.user_menu', { name })}</span>
      </button>
      <PopoverPanel
        ref={panel}
        id={id}
        role="dialog"
        aria-label={t('app.user_menu', { name })}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        className="w-64 py-1"
      >
        {open !== undefined && (
          <Suspense fallback={<div className="h-60" />}>
            <UserMenuPanel name={name} hide={() => panel.current?.hidePopover()} onShortcuts={() => setShortcuts(true)} />
          </Suspense>
        )}
      </PopoverPanel>
      <Suspense fallback={null}>{shortcuts !== null && <ShortcutsDialog open={shortcuts} onClose={() => setShortcuts(false)} />}</Suspense>
    </>
  );
}
