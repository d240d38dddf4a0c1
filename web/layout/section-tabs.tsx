import { memo, use, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../api/session.tsx';
import { labelText, useText } from '../i18n/index.ts';
import { TAB_ROW, tabClass, useCurrentTabInSight } from '../ui/tabs.tsx';
import { buildNavigation, NavigationContext } from './nav.ts';

/** Links to the pages that stand in one entry of the navigation with the page that is open; nothing where that stands alone, or is below one of them. */
export const SectionTabs = memo(function SectionTabs() {
  const { may } = useSession();
  const groups = use(NavigationContext);
  const { pathname } = useLocation();
  useText();
  const row = useRef<HTMLElement>(null);
  useCurrentTabInSight(row, pathname);
  const entries = buildNavigation(groups, may).flatMap(({ items }) => items);
  const entry = entries.find(({ tabs }) => tabs?.some(({ to }) => to === pathname));
  const tabs = entry?.tabs?.filter(({ to, isOver }) => to === pathname || !isOver?.()) ?? [];
  if (!entry || tabs.length < 2) return null;
  return (
    <nav ref={row} aria-label={labelText(entry.label)} className={`section-tabs -mx-3 -mt-3 mb-3 sm:-mx-6 sm:px-3 print:hidden ${TAB_ROW}`}>
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined} className={tabClass(to === pathname)}>
          {labelText(label)}
        </Link>
      ))}
    </nav>
  );
});
