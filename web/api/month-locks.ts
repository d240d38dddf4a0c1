import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LockedMonth } from '#contracts/calls/month-lock.ts';
import { monthKey } from '#contracts/months.ts';
import { formatMonth } from '../i18n/format.ts';
import { text } from '../i18n/index.ts';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';

/** Key of all that is read about locks: old after a lock, an unlock, and any write that a lock refused. */
export const MONTH_LOCKS_KEY = ['month-lock'] as const;

/** The lock of the month that a date (`YYYY-MM-DD`, or what was typed instead) lies in. */
export type FindLock = (date: unknown) => LockedMonth | undefined;

const lockedMonthsQuery = queryOptions({
  queryKey: [...MONTH_LOCKS_KEY, 'locked'],
  queryFn: async ({ signal }) => (await api.get<{ data: LockedMonth[] }>('locked_months', { signal })).data,
  select: indexByMonth,
  // The marks are told beside other data, whose own failure is what gets said; the server refuses whatever they show.
  meta: { silent: true },
});

/** Which dates lie in locked months; none while that is not known. `asked`: off where nothing is dated. */
export function useFindLock(enabled = true): FindLock {
  const { data } = useQuery({ ...lockedMonthsQuery, enabled });
  return useCallback((date) => (typeof date === 'string' ? data?.get(date.slice(0, 7)) : undefined), [data]);
}

/** Whether the locks are known, or could not be read; at once where nothing is dated. */
export function useLocksLoaded(enabled: boolean): boolean {
  return useQuery({ ...lockedMonthsQuery, enabled }).isFetched || !enabled;
}

/** Whether a month is locked; undefined while it is not known. */
export function useMonthLock({ year, month }: { year: number; month: number }): boolean | undefined {
  return useQuery(lockedMonthsQuery).data?.has(monthKey(year, month));
}

/** A write that a lock refused tells of a lock that was not yet seen here. */
export function refreshLocksAfter423(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.status === 423) void client.invalidateQueries({ queryKey: MONTH_LOCKS_KEY });
}

/** 'Tháng 2026/08 đã khóa'. */
export function lockLabel({ year, month }: { year: number; month: number }): string {
  return text('app.month_locked', { month: formatMonth(year, month) });
}

function indexByMonth(locked: readonly LockedMonth[]): ReadonlyMap<string, LockedMonth> {
  return new Map(locked.map((lock) => [monthKey(lock.year, lock.month), lock]));
}
