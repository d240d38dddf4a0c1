import { Menu as MenuIcon } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { useText } from '../i18n/index.ts';
import { useDrawerWidth, useWide } from '../ui/hooks/use-narrow.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { HelpButton } from './help/help-button.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { PageBar } from './page-header.tsx';
import { SearchButton } from './search/search-button.tsx';
import { useRouteTitle } from './title.ts';
import { UserMenu } from './user-menu.tsx';

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
      <div ref={place} className="contents">
        <span className="hidden truncate text-section font-semibold [:empty+&]:block">{useRouteTitle()}</span>
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
