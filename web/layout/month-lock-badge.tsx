import { Lock, LockOpen } from 'lucide-react';
import type { LockedMonth } from '#contracts/calls/answers/month-lock.ts';
import type { YearMonth } from '#contracts/months.ts';
import { lockLabel, openUntil, useMonthLock, useShortUnlock } from '../api/month-locks.ts';
import { formatMonth } from '../i18n/format.ts';
import { useText } from '../i18n/index.ts';
import { Tooltip } from '../ui/overlays/tooltip.tsx';

/** The month in view, with a closed padlock when it is locked for the reader, and until when a short unlock of it is. */
export function MonthLockBadge(month: YearMonth) {
  return <MonthBadge {...month} locked={useMonthLock(month)} opened={useShortUnlock(month)} />;
}

/** `locked`: undefined while it is not known. */
export function MonthBadge({ year, month, locked, opened }: YearMonth & { locked: boolean | undefined; opened?: LockedMonth | undefined }) {
  const { t } = useText();
  const name = formatMonth(year, month);
  const label =
    locked === undefined ? name : locked || opened ? lockLabel(opened ?? { year, month }) : t('app.month_open', { month: name });
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
