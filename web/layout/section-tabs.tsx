import { ChevronDown } from 'lucide-react';
import { memo, use, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../api/session.tsx';
import { labelText, useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { useWide } from '../ui/hooks/use-narrow.ts';
import { PopoverPanel } from '../ui/overlays/popover-panel.tsx';
import { tabClass, useCurrentTabInSight } from '../ui/tabs.tsx';
import { buildNavigation, NavigationContext } from './nav.ts';

/** How a page's title looks in the bar: on a phone a long one takes two lines, which the bar has room for. */
export const TITLE = 'text-section font-semibold max-sm:line-clamp-3 max-sm:text-[0.9375rem]/[1.125rem]';

/**
 * Links to the pages that stand in one entry of the navigation with the page that is open; nothing where that stands alone, or is below one of them. The
 * current one is the page's title in sight: its h1 is read out only. Where the window is not wide, the title opens the others. The row stays when the
 * page changes, and with it the focus; a month that the address names goes along.
 */
export const SectionTabs = memo(function SectionTabs() {
  const { may } = useSession();
  const groups = use(NavigationContext);
  const { pathname, search } = useLocation();
  useText();
  const wide = useWide();
  const id = useId();
  const row = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useCurrentTabInSight(row, pathname);
  const entries = buildNavigation(groups, may).flatMap(({ items }) => items);
  const entry = entries.find(({ tabs }) => tabs?.some(({ to }) => to === pathname));
  const tabs = entry?.tabs?.filter(({ to, isOver }) => to === pathname || !isOver?.()) ?? [];
  const current = tabs.find(({ to }) => to === pathname);
  if (!entry || !current || tabs.length < 2) return null;
  const asked = new URLSearchParams(search);
  const month = asked.has('year') && asked.has('month') ? `?year=${asked.get('year')}&month=${asked.get('month')}` : '';
  const links = tabs.map((tab) => (
    <Link
      key={tab.to}
      to={{ pathname: tab.to, search: month }}
      aria-current={tab === current ? 'page' : undefined}
      onClick={() => panel.current?.hidePopover()}
      className={
        wide
          ? cx(tabClass(tab === current), 'h-full')
          : 'flex min-h-9 w-full items-center px-3 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:font-semibold'
      }
    >
      {labelText(tab.label)}
    </Link>
  ));
  const label = labelText(entry.label);
  if (wide)
    return (
      <nav
        ref={row}
        aria-label={label}
        className="section-tabs relative -my-2 -ml-3 flex self-stretch overflow-x-auto overflow-y-hidden print:hidden"
      >
        {links}
      </nav>
    );
  return (
    <nav aria-label={label} className="section-tabs flex max-lg:pl-0.5 print:hidden">
      <button type="button" popoverTarget={id} className="min-h-8 rounded text-left hover:bg-hover sm:-ml-1.5 sm:px-1.5">
        <span className={TITLE}>
          {labelText(current.label)}
          {'\u00a0'}
          <ChevronDown size={16} className="inline align-[-3px] text-muted" aria-hidden />
        </span>
      </button>
      <PopoverPanel ref={panel} id={id} align="start" className="min-w-52 py-1">
        {links}
      </PopoverPanel>
    </nav>
  );
});
