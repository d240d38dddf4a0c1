import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { monthRange } from '#contracts/months.ts';
import { listQuery } from '../../api/queries.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { Row } from './cell.tsx';
import type { useListState } from './list-state.ts';
import { findMonthInView } from './month-in-view.ts';

interface EmptyPeriodProps {
  contract: Contract;
  list: ReturnType<typeof useListState>;
  /** The message and the action where no days have any record. */
  text: string;
  action: ReactNode;
}

/** No rows in days that nothing else narrows: says whether there are none at all, or none in these days and which month has the latest. */
export function EmptyPeriod({ contract, list, text, action }: EmptyPeriodProps) {
  const { t, lang } = useText();
  const { filters } = list.state;
  const dated = contract.dated ?? 'id';
  const { data, error } = useQuery(listQuery<Row>(contract.name, { limit: 1, order_by: `${dated} DESC` }));
  if (!data && !error) return <EmptyState text="…" />;
  if (data?.total === 0) return <EmptyState text={text}>{action}</EmptyState>;
  const month = findMonthInView(filters, dated);
  const latest = data?.data[0]?.[dated];
  const range = typeof latest === 'string' ? monthRange(latest) : undefined;
  const latestMonth = range && findMonthInView(range, dated);
  const name = contract.label[lang].toLowerCase();
  return (
    <EmptyState
      text={month ? t('page.none_in_month', { name, month: formatMonth(month.year, month.month) }) : t('page.none_in_days', { name })}
    >
      <div className="flex flex-wrap justify-center gap-2">
        {range && latestMonth && (
          <Button onClick={() => list.change({ filters: range })}>
            {t('page.show_latest_month', { month: formatMonth(latestMonth.year, latestMonth.month) })}
          </Button>
        )}
        <Button onClick={list.clear}>{t('control.clear_all')}</Button>
      </div>
    </EmptyState>
  );
}

/** Nothing matches a search in the days that are shown: offers to search in all of them. */
export function EmptySearch({ list }: Pick<EmptyPeriodProps, 'list'>) {
  const { t } = useText();
  return (
    <EmptyState text={t('list.no_match_in_days')}>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => list.change({ filters: { exc_start_time: null, exc_end_time: null } })}>{t('page.search_all_days')}</Button>
        <Button onClick={list.clear}>{t('control.clear_all')}</Button>
      </div>
    </EmptyState>
  );
}
