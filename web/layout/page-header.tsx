import { Ellipsis, Lock, LockOpen } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { YearMonth } from '#contracts/months.ts';
import { lockLabel, openUntil, useMonthLock, useShortUnlock } from '../api/month-locks.ts';
import { formatMonth, formatNumber, useText } from '../i18n/index.ts';
import { iconButtonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { useWide } from '../ui/hooks/use-narrow.ts';
import { PopoverPanel } from '../ui/overlays/popover-panel.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { TITLE } from './section-tabs.tsx';
import { useRouteTitle } from './title.ts';

/** What the frame's bar takes of a page: its head, and the actions that have a line of their own where the window is not wide. */
export interface PageBar {
  head: HTMLElement;
  actions: HTMLElement;
}

/** Undefined outside the frame. */
export const PageBarContext = createContext<PageBar | undefined>(undefined);

export interface PageHeaderProps {
  /** The route's title by default. */
  title?: string;
  /** The number of records, undefined until it is known; shown quietly behind the title. */
  count?: number | undefined;
  /** Beside the title: the month in view. On a phone not in a list, where the title would be cut. */
  badge?: ReactNode;
  /** Buttons and fields; where the window is not wide on a line of their own below the bar's. */
  actions?: ReactNode;
  /** Rare buttons: they stand behind '⋯'. */
  folded?: ReactNode;
  /** Buttons that do something with the records: behind '⋯' too where the window is narrow, or `actions` take their room. */
  work?: ReactNode;
  /** The one filled button; always in sight. */
  primary?: ReactNode;
}

/** The head of a page in the top bar: its one h1, the count, the actions. */
export function PageHeader(props: PageHeaderProps) {
  const bar = use(PageBarContext);
  const head = <HeadParts {...props} />;
  const actions = props.actions && (
    <div data-chrome className="flex flex-wrap items-center gap-2 max-xl:basis-full">
      {props.actions}
    </div>
  );
  if (bar)
    return (
      <>
        {createPortal(head, bar.head)}
        {createPortal(actions, bar.actions)}
      </>
    );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {head}
      {actions}
    </div>
  );
}

/** On a phone the month in view stands below the title, which would break beside it. */
const MONTH_BELOW = 'max-sm:has-data-month-lock:flex-col max-sm:has-data-month-lock:items-start max-sm:has-data-month-lock:gap-0';

const COUNT =
  'text-table font-normal text-muted tabular-nums max-sm:hidden group-has-[.section-tabs]/bar:border-l group-has-[.section-tabs]/bar:border-line group-has-[.section-tabs]/bar:px-2';

function HeadParts(props: PageHeaderProps) {
  const { title, count, badge, folded, work, primary } = props;
  const routeTitle = useRouteTitle();
  // Beside fields that are typed in, the title would be cut.
  const fits = useWide() && !props.actions;
  return (
    <>
      <div className={cx('flex min-w-0 flex-1 items-center gap-2 group-has-[.section-tabs]/bar:min-w-max', MONTH_BELOW)}>
        {/* Beside tabs the current one is the title in sight. */}
        <h1 className={cx(TITLE, 'flex min-h-px min-w-px items-baseline gap-x-1')}>
          <bdi className="not-print:group-has-[.section-tabs]/bar:sr-only sm:truncate">{title ?? routeTitle}</bdi>
          {/* Apart from tabs, none of which it belongs to; on a phone the foot of the list says it. */}
          {count !== undefined && <span className={COUNT}>{`\u00a0${formatNumber(count)}`}</span>}
        </h1>
        {badge && <span className={cx('flex', 'count' in props && 'max-sm:hidden')}>{badge}</span>}
      </div>
      {(folded || work || primary) && (
        <div data-chrome className="flex items-center gap-1.5">
          {(folded || (work && !fits)) && (
            <FoldedActions>
              {folded}
              {!fits && work}
            </FoldedActions>
          )}
          {fits && work}
          {primary}
        </div>
      )}
    </>
  );
}

/** Buttons behind '⋯', in the browser's own popover, where each says its name in words. */
function FoldedActions({ children }: { children: ReactNode }) {
  const { t } = useText();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={t('control.more')} title={t('control.more')} className={iconButtonClass()}>
        <Ellipsis size={16} aria-hidden />
      </button>
      <PopoverPanel
        ref={panel}
        id={id}
        onClick={(event) =>
          event.target instanceof Element &&
          event.target.closest('button:not([popovertarget]), a') &&
          event.target.closest('[popover]') === panel.current &&
          panel.current?.hidePopover()
        }
        className="folded-actions min-w-52 p-1"
      >
        {children}
      </PopoverPanel>
    </>
  );
}

/** The month in view, with a closed padlock when it is locked for the reader, and until when a short unlock of it is. */
export function MonthLockBadge(month: YearMonth) {
  const { t } = useText();
  // Undefined while it is not known.
  const locked = useMonthLock(month);
  const opened = useShortUnlock(month);
  const name = formatMonth(month.year, month.month);
  const label = locked === undefined ? name : locked || opened ? lockLabel(opened ?? month) : t('app.month_open', { month: name });
  const Icon = locked ? Lock : LockOpen;
  return (
    <Tooltip text={label}>
      <span
        data-month-lock
        className="inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-sm bg-sunken px-2 text-table text-muted tabular-nums max-sm:h-4.5 max-sm:px-1 max-sm:text-legend"
      >
        {name}
        <Icon size={13} className={locked === undefined ? 'invisible' : locked ? 'text-text' : 'text-success'} aria-hidden />
        {opened && <span aria-hidden>{openUntil(opened)}</span>}
        <span className="sr-only">{label}</span>
      </span>
    </Tooltip>
  );
}
