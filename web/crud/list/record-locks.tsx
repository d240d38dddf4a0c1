import { useMemo } from 'react';
import { lockWords, useLockOf, useMonthLock } from '../../api/month-locks.ts';
import { LockMark, MonthMark } from '../../layout/month-mark.tsx';
import type { Row } from './cell.tsx';
import { monthInView } from './month-in-view.ts';
import type { Aside } from './table-props.ts';

export interface RecordLocks {
  /** Why a row cannot be written, by the month of its date; undefined for a row that can. */
  barred: (row: Row) => string | undefined;
  /** The mark of it beside the date. */
  aside: Aside | undefined;
}

/** What month locks say about the rows of a table. `dated` names the field whose month counts; without one nothing is barred. */
export function useRecordLocks(dated: string | undefined): RecordLocks {
  const lockOf = useLockOf(dated !== undefined);
  return useMemo(() => {
    if (dated === undefined) return OPEN;
    const barred = (row: Row) => {
      const lock = lockOf(row[dated]);
      return lock && lockWords(lock);
    };
    const mark = (row: Row) => {
      const words = barred(row);
      return words && <LockMark words={words} />;
    };
    return { barred, aside: { column: dated, mark } };
  }, [dated, lockOf]);
}

/** In the head of a list: that the one month its filters leave in view is locked. */
export function LockedMonthInView({ filters, dated }: { filters: Readonly<Record<string, string>>; dated: string }) {
  const month = monthInView(filters, dated);
  return month && <LockedMonth {...month} />;
}

function LockedMonth(month: { year: number; month: number }) {
  return useMonthLock(month) === true && <MonthMark {...month} locked />;
}

const OPEN: RecordLocks = { barred: () => undefined, aside: undefined };
