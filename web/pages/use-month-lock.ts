import { useQuery } from '@tanstack/react-query';
import type { MonthLock } from '#contracts/calls/month-lock.ts';
import { api } from '../api/client.ts';
import type { YearMonth } from './month-selects.tsx';

/** Whether a month is locked; undefined while it is not known. */
export function useMonthLock({ year, month }: YearMonth): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['month-lock', year, month],
    queryFn: ({ signal }) => api.get<MonthLock>('get_lock_status', { query: { year, month }, signal }),
    placeholderData: undefined,
  });
  return data && data.status === 1;
}
