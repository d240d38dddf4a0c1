import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import type { Row } from '../../api/client.ts';
import { lockLabel, useFindLock } from '../../api/month-locks.ts';
import { MonthLockBadge } from '../../layout/page-header.tsx';
import type { ColumnBadge } from './cell.tsx';
import { findMonthInView } from './month-in-view.ts';

export interface RecordLocks {
  /** Why a row cannot be written, by the month of its date; undefined for a row that can. */
  disabledReason: (row: Row) => string | undefined;
  /** The mark of it beside the date. */
  columnBadge: ColumnBadge | undefined;
}

/** What month locks say about the rows of a table. `dated` names the field whose month counts; without one nothing is disabledReason. */
export function useRecordLocks(dated: string | undefined): RecordLocks {
  const findLock = useFindLock(dated !== undefined);
  return useMemo(() => {
    if (dated === undefined) return NO_LOCKS;
    const disabledReason = (row: Row) => {
      const lock = findLock(row[dated]);
      return lock && lockLabel(lock);
    };
    const render = (row: Row) => {
      const label = disabledReason(row);
      return label && <LockIcon label={label} />;
    };
    return { disabledReason, columnBadge: { column: dated, render } };
  }, [dated, findLock]);
}

/** In the head of a list: the one month that its filters leave in view, with its lock. */
export function MonthInView({ filters, dated }: { filters: Readonly<Record<string, string>>; dated: string }) {
  const month = findMonthInView(filters, dated);
  return month && <MonthLockBadge {...month} />;
}

const NO_LOCKS: RecordLocks = { disabledReason: () => undefined, columnBadge: undefined };

/** A padlock beside a record of a locked month. */
function LockIcon({ label }: { label: string }) {
  return (
    <span role="img" title={label} className="inline-flex shrink-0 text-muted">
      <Lock size={13} aria-hidden />
    </span>
  );
}
