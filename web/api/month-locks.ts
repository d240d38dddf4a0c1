import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LockedMonth } from '#contracts/calls/answers/month-lock.ts';
import { monthKey, type YearMonth } from '#contracts/months.ts';
import { formatMonth } from '../i18n/format.ts';
import { translate } from '../i18n/index.ts';
import { ApiError } from './api-error.ts';
import { readData } from './queries.ts';

/** Query key of all reads about locks: invalidated after a lock, an unlock, and any write refused with 423. */
export const MONTH_LOCKS_KEY = ['month-lock'] as const;

/** Finds the lock of the month of a date (`YYYY-MM-DD`; anything else has none). */
export type FindLock = (date: unknown) => LockedMonth | undefined;

const lockedMonthsQuery = queryOptions({
  queryKey: [...MONTH_LOCKS_KEY, 'locked'],
  ...readData<LockedMonth[]>('locked_months'),
  select: indexByMonth,
  // Back from where a month was locked or unlocked, in another window too.
  refetchOnWindowFocus: 'always',
  // Locks only decorate other data, whose own failure is reported; the server enforces them anyway.
  meta: { silent: true },
});

/** Finds locks by date; none until they are loaded. `enabled`: false where records have no date. */
export function useFindLock(enabled = true): FindLock {
  const { data } = useQuery({ ...lockedMonthsQuery, enabled });
  return useCallback((date) => (typeof date === 'string' ? data?.get(date.slice(0, 7)) : undefined), [data]);
}

/** Whether the locks are loaded or failed to load; true at once when not `enabled`. */
export function useLocksLoaded(enabled: boolean): boolean {
  const { data, isError } = useQuery({ ...lockedMonthsQuery, enabled });
  return data !== undefined || isError || !enabled;
}

/** Whether a month is locked; undefined while it is not known. */
export function useMonthLock({ year, month }: YearMonth): boolean | undefined {
  return useQuery(lockedMonthsQuery).data?.has(monthKey(year, month));
}

/** Reads the locks again after a 423: the month was locked since they were read. */
export function refreshLocksAfter423(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.status === 423) void client.invalidateQueries({ queryKey: MONTH_LOCKS_KEY });
}

/** 'Tháng 2026/08 đã khóa'. */
export function lockLabel({ year, month }: YearMonth): string {
  return translate('app.month_locked', { month: formatMonth(year, month) });
}

function indexByMonth(locked: readonly LockedMonth[]): ReadonlyMap<string, LockedMonth> {
  return new Map(locked.map((lock) => [monthKey(lock.year, lock.month), lock]));
}
