import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen, Search } from 'lucide-react';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { read } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { ColumnsMenu } from '../../crud/list/columns-menu.tsx';
import { ViewedListContext } from '../../crud/list/list-context.ts';
import { useListPosition } from '../../crud/list/list-return.ts';
import { toListQuery } from '../../crud/list/list-state.ts';
import { ListView } from '../../crud/list/list-view.tsx';
import { ViewNotice } from '../../crud/views/view-notice.tsx';
import { ViewSwitcher } from '../../crud/views/view-switcher.tsx';
import { ViewTabs } from '../../crud/views/view-tabs.tsx';
import { formatMonth } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { DownloadButton } from '../../layout/download-button.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { MonthLockBadge } from '../../layout/month-lock-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { disabledWithReason } from '../../ui/disabled-with-reason.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { currentMonth } from '../filters/month-selects.tsx';
import { SCREEN_COLUMNS, toTableRow } from './columns.tsx';
import { SealNote } from './seal-note.tsx';
import { hasRange, TotalsFilters, useTotalsFilterLabels, useTotalsList } from './totals-filters.tsx';
import { type TotalsAnswer, useFigureLinks } from './use-figure-links.ts';

const LockMonthDialog = lazyPart(() => import('../month-close/lock/lock-month-dialog.tsx').then((m) => m.LockMonthDialog));

/** The lock form has addresses of its own, so that other screens can lead to it; by the second one it opens with unlocking chosen. */
const [LOCK_FORM, UNLOCK_FORM] = ['#lock', '#unlock'];
/** Each card of a phone would repeat the month above them. */
const WITHOUT_MONTH = SCREEN_COLUMNS.filter(({ key }) => key !== 'month');
const SORTS = SCREEN_COLUMNS.map((column) => column.key);

/** Points of every person and month: filters, the sum over all of them, Excel, and the lock of the month. */
export function TotalsPage() {
  const { t } = useText();
  const { may } = useSession();
  const filterLabels = useTotalsFilterLabels();
  const { list, viewed } = useTotalsList();
  const { state } = list;
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const query = toListQuery(state);
  const answer = useQuery({
    queryKey: ['totals', query],
    ...read<TotalsAnswer>('totals', query),
    enabled: !viewed.opened.isLoading,
  });
  const { data } = answer;
  const root = useRef<HTMLDivElement>(null);
  useListPosition('/total', root, query, data !== undefined);
  const month = { year: Number(state.filters.year) || currentMonth().year, month: Number(state.filters.month) || currentMonth().month };
  const locked = useMonthLock(month);
  const isOneMonth = !hasRange(state.filters) && state.filters.month !== undefined;
  const figureLinks = useFigureLinks(state.filters, data);
  const hasDepartment = !may(ACTIONS.see_all_departments) || state.filters.dept_id !== undefined;
  const whyNot = t('total.export_needs_department');
  const exportable = may(ACTIONS.export_totals) && hasDepartment && (data?.total ?? 0) > 0;
  // On a phone the bar has room for the title and one menu.
  const narrow = useNarrow();
  const monthBadge = isOneMonth && <MonthLockBadge {...month} />;
  const mayLock = may(ACTIONS.lock_month);
  const isClosed = isOneMonth && locked === true;
  const lockButton = (
    <Button icon={isClosed ? LockOpen : Lock} onClick={() => navigate({ search, hash: mayLock && isClosed ? UNLOCK_FORM : LOCK_FORM })}>
      {t(!mayLock ? 'total.see_lock' : isClosed ? 'total.unlock_month' : 'total.lock')}
    </Button>
  );

  return (
    <ViewedListContext value={viewed}>
      <ListView
        root={root}
        list={list}
        answer={answer}
        badge={!narrow && monthBadge}
        head={!mayLock && !narrow && lockButton}
        folded={
          <>
            <Button icon={Search} onClick={() => void answer.refetch()}>
              {t('control.search')}
            </Button>
            <ViewSwitcher />
            <ColumnsMenu columns={SCREEN_COLUMNS} list={list} />
            {may(ACTIONS.export_totals) && (
              <DownloadButton
                download={() => api.download('totals/export', 'totals', { query: { ...query, page: undefined, limit: undefined } })}
                {...(!exportable && { title: whyNot, ...disabledWithReason(whyNot) })}
              >
                {t('control.export')}
              </DownloadButton>
            )}
            {narrow && lockButton}
          </>
        }
        primary={mayLock && !narrow && lockButton}
        foot={<SealNote sealed={data?.sealed} month={month} />}
        notice={
          <>
            <ViewNotice />
            {narrow && monthBadge}
          </>
        }
        tabs={<ViewTabs isReady={data !== undefined} />}
        filters={<TotalsFilters />}
        filterLabels={filterLabels}
        rowOf={toTableRow}
        label={t('route.total')}
        columns={narrow && isOneMonth ? WITHOUT_MONTH : SCREEN_COLUMNS}
        sorts={SORTS}
        defaultOrder="name ASC"
        {...figureLinks}
        emptyText={t('list.no_match')}
        dashZeros
        printedPeriod={isOneMonth ? formatMonth(month.year, month.month) : undefined}
        readAll={(limit) => api.get<TotalsAnswer>('totals', { query: { ...query, page: 1, limit } })}
      />
      {(hash === LOCK_FORM || hash === UNLOCK_FORM) && (
        <LockMonthDialog initial={month} unlocks={hash === UNLOCK_FORM} onClose={() => navigate({ search }, { replace: true })} />
      )}
    </ViewedListContext>
  );
}
