import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../web/api/api-error.ts';
import { MONTH_LOCKS_KEY, refreshLocksAfter423 } from '../../../web/api/month-locks.ts';
import { findMonthInView } from '../../../web/crud/list/month-in-view.ts';

describe('the month that the filters of a list leave in view', () => {
  const may = { year: 2026, month: 5 };

  it.each([
    ['a whole month', { exc_start_time: '2026-05-01', exc_end_time: '2026-05-31' }, may],
    ['some days of it', { exc_start_time: '2026-05-07', exc_end_time: '2026-05-07' }, may],
    ['one day by the field itself', { rate_at: '2026-05-20' }, may],
    ['one day within a longer range', { rate_at: '2026-05-20', exc_start_time: '2026-01-01' }, may],
    ['a range by the field itself', { rate_at__ge: '2026-05-01', rate_at__le: '2026-05-31' }, may],
    ['two months', { exc_start_time: '2026-05-01', exc_end_time: '2026-06-01' }, undefined],
    ['the same month of two years', { exc_start_time: '2025-05-01', exc_end_time: '2026-05-31' }, undefined],
    ['no end', { exc_start_time: '2026-05-01' }, undefined],
    ['no beginning', { exc_end_time: '2026-05-31' }, undefined],
    ['no date', { user_id: '5' }, undefined],
    ['what is no date', { rate_at: 'may' }, undefined],
    ['an empty date', { rate_at: '', exc_end_time: '' }, undefined],
  ])('with %s', (_, filters, month) => expect(findMonthInView(filters as unknown as Record<string, string>, 'rate_at')).toEqual(month));
});

describe('month locks as they are loaded', () => {
  it.each([
    ['423', new ApiError(423, {}), true],
    ['422', new ApiError(422, {}), false],
    ['409', new ApiError(409, {}), false],
    ['no answer', new TypeError('offline'), false],
  ])('after a write that ended with %s', (_, error, old) => {
    const client = new QueryClient();
    const key = [...MONTH_LOCKS_KEY, 'locked'];
    client.setQueryData(key, []);
    refreshLocksAfter423(client, error);
    expect(client.getQueryState(key)?.isInvalidated).toBe(old);
    client.clear();
  });
});
