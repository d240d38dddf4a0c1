import { ChevronDown, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { memo, use, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../api/session.tsx';
import { labelText, useText } from '../i18n/index.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { useLocalStorage } from '../ui/hooks/local-storage.ts';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { Brand } from './brand.tsx';
import { HelpButton } from './help/help-button.tsx';
import { buildNavigation, type NavGroup, type NavItem, NavigationContext, pagesOf } from './nav.ts';
import { useRouteHandle } from './title.ts';

interface SidebarProps {
  collapsed?: boolean;
  /** If given, a collapse button is shown. */
  onCollapse?: (collapsed: boolean) => void;
  /** A page was chosen: the drawer closes. */
  onChosen?: () => void;
}

/** The navigation groups the user may open. Memoized: a drawer opens without drawing it again. */
export const Sidebar = memo(function Sidebar({ collapsed = false, onCollapse, onChosen }: SidebarProps) {
  const { may } = useSession();
  const groups = use(NavigationContext);
  const { t } = useText();
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // With the next frame: at once, the page would be laid out one more time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry of another page may be out of sight.
  useEffect(() => {
    const frame = requestAnimationFrame(() => list.current && showCurrentPage(list.current));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  const toggle = t(collapsed ? 'app.expand' : 'app.collapse');
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className="flex h-full flex-col">
      <div className={cx('flex h-(--topbar) shrink-0 items-center', collapsed ? 'justify-center' : 'px-4')}>
        <Brand short={collapsed} />
      </div>
      <nav ref={list} aria-label={t('app.navigation')} className="nav-list flex-1 scroll-py-8 overflow-y-auto overscroll-contain px-2">
        {buildNavigation(groups, may)
          .filter(({ isSearchOnly }) => !isSearchOnly)
          .map((group) => (
            <Group key={group.items[0]!.to} group={group} collapsed={collapsed} onChosen={onChosen} />
          ))}
      </nav>
      {onCollapse && (
        <div className={cx('flex items-center justify-between border-t border-line p-2', collapsed && 'flex-col')}>
          <HelpButton iconOnly={collapsed} />
          <IconButton icon={Icon} label={toggle} aria-expanded={!collapsed} onClick={() => onCollapse(!collapsed)} />
        </div>
      )}
    </div>
  );
});

/** Scrolls to the entry of the page that is open. */
export function showCurrentPage(navigation: HTMLElement): void {
  navigation.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
}

/** Whether the open page, whose section this is, belongs to an entry. */
const isCurrent = (item: NavItem, section: string | null | undefined) => pagesOf(item).some(({ to }) => to === section);

interface GroupProps {
  group: NavGroup;
  collapsed: boolean;
  onChosen: (() => void) | undefined;
}

/** The entries of a group below its name, which folds them away; the entry of the page that is open stays. A single entry needs no name above it. */
function Group({ group: { label: name, items }, collapsed, onChosen }: GroupProps) {
  const { t } = useText();
  const label = items.length > 1 ? name : undefined;
  const section = useRouteHandle()?.section;
  const [folded, setFolded] = useLocalStorage(`nav_folded.${label}`, false);
  const hidden = folded && !collapsed && label !== undefined;
  return (
    <div className="pt-2 first:pt-1">
      {label &&
        (collapsed ? (
          <div className="mx-2 mb-2 border-t border-line" />
        ) : (
          <button
            type="button"
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
            className="flex min-h-7 w-full items-center justify-between rounded px-2.5 text-left text-legend font-medium text-faint hover:bg-hover hover:text-text focus-visible:-outline-offset-2"
          >
            {t(label)}
            <ChevronDown size={13} className={cx('transition-transform', folded && '-rotate-90')} aria-hidden />
          </button>
        ))}
      <ul>
        {items
          .filter((item) => !hidden || isCurrent(item, section))
          .map((item) => (
            <li key={item.to}>
              <Entry item={item} collapsed={collapsed} onChosen={onChosen} />
            </li>
          ))}
      </ul>
    </div>
  );
}

function Entry({ item, collapsed, onChosen }: { item: NavItem; collapsed: boolean; onChosen: (() => void) | undefined }) {
  useText();
  const { pathname } = useLocation();
  const isOpen = isCurrent(item, useRouteHandle()?.section);
  const label = labelText(item.label);
  const link = (
    <Link
      to={item.to}
      onClick={onChosen}
      aria-label={collapsed ? label : undefined}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'relative flex min-h-7 items-center gap-2.5 rounded text-base focus-visible:-outline-offset-2',
        collapsed ? 'w-10 justify-center' : 'px-2.5',
        isOpen ? 'bg-accent-soft font-medium text-accent' : 'text-text hover:bg-hover',
      )}
    >
      <item.icon size={16} className="shrink-0 opacity-80" aria-hidden />
      {!collapsed && <span className="min-w-0">{label}</span>}
      {!collapsed && item.badge && <item.badge key={pathname} />}
    </Link>
  );
  return collapsed ? (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
