import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LockedMonth } from '#contracts/calls/answers/month-lock.ts';
import { monthKey, type YearMonth } from '#contracts/months.ts';
import { formatMonth, translate } from '../i18n/index.ts';
import { ApiError } from './api-error.ts';
import { readData } from './client.ts';

/** Query key of all reads about locks: invalidated after a lock, an unlock, and any write refused with 423. */
export const MONTH_LOCKS_KEY = ['month-lock'] as const;

/** Finds the lock of the month of a date (`YYYY-MM-DD`; anything else has none), unless a short unlock of it is for the reader. */
export type FindLock = (date: unknown) => LockedMonth | undefined;

const lockedMonthsQuery = queryOptions({
  queryKey: [...MONTH_LOCKS_KEY, 'locked'],
  ...readData<LockedMonth[]>('locked_months'),
  select: indexByMonth,
  // Back from where a month was locked or unlocked, in another window too.
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => state.data?.some((lock) => lock.open_until) && 30_000,
  // Locks only decorate other data, whose own failure is reported; the server enforces them anyway.
  meta: { silent: true },
});

/** Finds locks by date; none until they are loaded. `enabled`: false where records have no date. */
export function useFindLock(enabled = true): FindLock {
  const { data } = useQuery({ ...lockedMonthsQuery, enabled });
  return useCallback((date) => (typeof date === 'string' ? lockForReader(data?.get(date.slice(0, 7))) : undefined), [data]);
}

/** Whether the locks are loaded or failed to load; true at once when not `enabled`. */
export function useLocksLoaded(enabled: boolean): boolean {
  const { data, isError } = useQuery({ ...lockedMonthsQuery, enabled });
  return data !== undefined || isError || !enabled;
}

/** Whether a month is locked for the reader; undefined while it is not known. */
export function useMonthLock({ year, month }: YearMonth): boolean | undefined {
  const { data } = useQuery(lockedMonthsQuery);
  return data && lockForReader(data.get(monthKey(year, month))) !== undefined;
}

/** The short unlock of a month, whomever it is for. */
export function useShortUnlock({ year, month }: YearMonth): LockedMonth | undefined {
  const lock = useQuery(lockedMonthsQuery).data?.get(monthKey(year, month));
  return lock?.open_until ? lock : undefined;
}

const lockForReader = (lock: LockedMonth | undefined) => (lock?.open_to_me ? undefined : lock);

/** Reads the locks again after a 423: the month was locked since they were read. */
export function refreshLocksAfter423(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.status === 423) void client.invalidateQueries({ queryKey: MONTH_LOCKS_KEY });
}

/** 'Tháng 2026/08 đã khóa', or '2026/08 mở đến 14:35 · Trần Thị B'. */
export function lockLabel(lock: YearMonth & Partial<LockedMonth>): string {
  const month = formatMonth(lock.year, lock.month);
  return lock.open_until ? `${month} ${openUntil(lock)} · ${lock.by}` : translate('app.month_locked', { month });
}

/** 'mở đến 14:35'. */
export function openUntil({ open_until }: Pick<LockedMonth, 'open_until'>): string {
  return translate('app.open_until', { time: open_until!.slice(11, 16) });
}

function indexByMonth(locked: readonly LockedMonth[]): ReadonlyMap<string, LockedMonth> {
  return new Map(locked.map((lock) => [monthKey(lock.year, lock.month), lock]));
}
