import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Lock, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { MonthSealMark, SealMark } from '#contracts/calls/month-seals.ts';
import { SUMMED, TOTAL_COLUMNS, type TotalRow, type TotalSum } from '#contracts/calls/totals.ts';
import { daysInMonth } from '#contracts/months.ts';
import { api, type Query } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import type { Page } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { toListQuery, useListState } from '../../crud/list/list-state.ts';
import { ListView } from '../../crud/list/list-view.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { MonthLockBadge } from '../../layout/month-lock-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { currentMonth } from '../month-selects.tsx';
import { LockMonthDialog } from './lock-month-dialog.tsx';
import { SealNote } from './seal-note.tsx';
import { TotalsFilters, totalsFilterLabels, useTotalsDefaults } from './totals-filters.tsx';

/** The lock form has an address of its own, so that other screens can lead to it. */
const LOCK_FORM = '#lock';
const SORTS = TOTAL_COLUMNS.map((column) => column.key);
type Answer = Page<TotalRow> & { sealed?: SealMark | null | MonthSealMark[]; sum: TotalSum };

/** Points of every person and month: filters, the sum over all of them, Excel, and the lock of the month. */
export function TotalsPage() {
  const { t } = useText();
  const { may } = useSession();
  const defaults = useTotalsDefaults();
  const list = useListState({ filters: defaults });
  const { state } = list;
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const query = totalsQuery(toListQuery(state));
  const answer = useQuery({
    queryKey: ['totals', query],
    queryFn: ({ signal }) => api.get<Answer>('totals', { query, signal }),
  });
  const { data } = answer;
  const exporting = useMutation({
    mutationFn: () => api.download('totals/export', 'totals', { query: { ...query, page: undefined, limit: undefined } }),
  });
  const month = { year: Number(state.filters.year) || currentMonth().year, month: Number(state.filters.month) || currentMonth().month };
  const locked = useMonthLock(month);
  const exportable = may(ACTIONS.export_totals) && state.filters.dept_id !== undefined && (data?.total ?? 0) > 0;

  return (
    <>
      <ListView
        list={list}
        answer={answer}
        head={
          <>
            <MonthLockBadge {...month} locked={locked} />
            <SealNote sealed={data?.sealed} month={month} />
            <Button icon={Search} onClick={() => void answer.refetch()}>
              {t('control.search')}
            </Button>
            {may(ACTIONS.export_totals) && (
              <Button
                icon={Download}
                disabled={!exportable}
                title={exportable ? undefined : t('total.export_needs_department')}
                loading={exporting.isPending}
                onClick={() => exporting.mutate()}
              >
                {t('control.export')}
              </Button>
            )}
            <Button
              variant={may(ACTIONS.lock_month) ? 'primary' : 'plain'}
              icon={Lock}
              onClick={() => navigate({ search, hash: LOCK_FORM })}
            >
              {t(may(ACTIONS.lock_month) ? 'total.lock' : 'total.see_lock')}
            </Button>
          </>
        }
        filters={<TotalsFilters />}
        filterLabels={totalsFilterLabels}
        rowOf={withRowId}
        label={t('route.total')}
        columns={TOTAL_COLUMNS}
        sorts={SORTS}
        defaultOrder="name ASC"
        cells={CELLS}
        emptyText={t('list.no_match')}
        link={{ column: 'name', to: may(ACTIONS.read_statements) ? statementPath : withoutLink }}
        totals={data && Object.fromEntries(SUMMED.map((key) => [key, formatNumber(data.sum[key], 2)]))}
      />
      {hash === LOCK_FORM && <LockMonthDialog initial={month} onClose={() => navigate({ search }, { replace: true })} />}
    </>
  );
}

/** A row of the table; a person has one for each month. */
const withRowId = (row: TotalRow): Row => ({ ...row, id: row.user_id * 1_000_000 + Number(row.month.replace('-', '')) });

/** Where a row's figures are shown line by line. */
function statementPath(row: Row): string {
  const [year, number] = String(row.month).split('-');
  return `/users/${row.user_id}/points?year=${year}&month=${Number(number)}`;
}
const withoutLink = () => undefined;

/** A range of days replaces the month. */
function totalsQuery(params: Query): Query {
  const ranged = params.exc_start_time || params.exc_end_time;
  return ranged ? { ...params, year: undefined, month: undefined } : params;
}

/** Each figure that comes from records links to them. */
const CELLS: Readonly<Record<string, (row: Row) => ReactNode>> = {
  username: (row) => (row.code ? `${row.username} (${row.code})` : row.username) as string,
  month: (row) => String(row.month).replaceAll('-', '/'),
  ...Object.fromEntries(
    (['direct_point', 'mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no'] as const).map((key) => [
      key,
      (row: Row) => {
        const total = row as Row & TotalRow;
        return total[key] === 0 ? formatNumber(0, 2) : <TextLink to={recordLinks(total)[key]}>{formatNumber(total[key], 2)}</TextLink>;
      },
    ]),
  ),
};

/** Addresses of the records behind a person's figures of a month. */
function recordLinks({ user_id, month }: Pick<TotalRow, 'user_id' | 'month'>) {
  const last = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  const range = `exc_start_time=${month}-01&exc_end_time=${month}-${last}`;
  return {
    direct_point: `/directs?person_id=${user_id}&${range}`,
    mistake_point_n: `/mistake?mistakes__user_id=${user_id}&detect_by=N&${range}`,
    mistake_point_t: `/mistake?mistakes__user_id=${user_id}&detect_by=T&${range}`,
    indirect_point_yes: `/indirect?indirects__user_id=${user_id}&indirect_point_type=C&${range}`,
    indirect_point_no: `/indirect?indirects__user_id=${user_id}&indirect_point_type=K&${range}`,
  };
}
