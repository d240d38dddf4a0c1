import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen, Search } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { MonthSealMark, SealMark } from '#contracts/calls/answers/month-seals.ts';
import type { ListedTotal, TotalSum } from '#contracts/calls/answers/totals.ts';
import { completeRange, type YearMonth } from '#contracts/months.ts';
import { api, type Page, type Row, read } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { useSession } from '../../api/session.tsx';
import { ColumnsMenu } from '../../crud/list/columns-menu.tsx';
import { ViewedListContext } from '../../crud/list/list-context.ts';
import { useListPosition } from '../../crud/list/list-return.ts';
import { toListQuery } from '../../crud/list/list-state.ts';
import { ListView } from '../../crud/list/list-view.tsx';
import { ViewNotice } from '../../crud/views/view-notice.tsx';
import { ViewSwitcher } from '../../crud/views/view-switcher.tsx';
import { ViewTabs } from '../../crud/views/view-tabs.tsx';
import { formatDateTime, formatMonth, officeToday, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { MonthLockBadge } from '../../layout/page-header.tsx';
import { DownloadButton } from '../../layout/page-parts.tsx';
import { Button, disabledWithReason, TextLink } from '../../ui/button.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { currentMonth } from '../filters/month-selects.tsx';
import { daysOf, type RecordFigure, recordsPath } from '../month-close/record-paths.ts';
import { SCREEN_COLUMNS, statementPath, type TotalTableRow, toTableRow, totalCells, totalSums } from './columns.tsx';
import { hasRange, TotalsFilters, useTotalsFilterLabels, useTotalsList } from './totals-filters.tsx';

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

/** Names the version of a locked month that is shown, its time and the first characters of its hash; staff get to its seals. */
function SealNote({ sealed, month: { year, month } }: { sealed: SealMark | null | undefined | MonthSealMark[]; month: YearMonth }) {
  const { t } = useText();
  const { may } = useSession();
  if (!sealed || Array.isArray(sealed)) return null;
  const note = t('calculate.sealed_as', { n: sealed.version, time: formatDateTime(sealed.sealed_at) });
  return (
    <span className="text-legend text-muted" title={sealed.sha256}>
      {may(ACTIONS.lock_month) ? <TextLink to={`/calculate?year=${year}&month=${month}&tab=seals`}>{note}</TextLink> : note} ·{' '}
      <code>{sealed.sha256.slice(0, 8)}</code>
    </span>
  );
}

/** `people`: ids of those of the asked department or group that have rows; null where no list can name them. */
type TotalsAnswer = Page<ListedTotal> & {
  sealed?: SealMark | null | MonthSealMark[];
  sum: TotalSum;
  people?: readonly number[] | null;
};

/** Cells, rows and sums of the totals as links to what they are made of, as far as the person may read it. */
function useFigureLinks(filters: Readonly<Record<string, string>>, data: TotalsAnswer | undefined) {
  const { may, user } = useSession();
  const { lang } = useText();
  const me = user?.id;
  const readStatements = may(ACTIONS.read_statements);
  const readRecords = may(ACTIONS.see_data);
  const { exc_start_time: start, exc_end_time: end, year, month } = filters;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells have words.
  const links = useMemo(() => {
    const range = start || end ? completeRange(start, end, officeToday()) : undefined;
    const context = { range, me, readStatements, readRecords };
    return { range, cells: totalCells(context), link: { column: 'name', to: (row: Row) => statementPath(row as TotalTableRow, context) } };
  }, [start, end, me, readStatements, readRecords, lang]);
  const days = links.range ?? daysOf(Number(year), month ? Number(month) : undefined);
  const isPart = !may(ACTIONS.see_all_departments) || Boolean(filters.dept_id || filters.dept_grp_id);
  const people = isPart ? (data?.people ?? null) : filters.user_id ? [filters.user_id] : undefined;
  // Null: no list can name these people.
  const toRecords = readRecords && people !== null ? (figure: RecordFigure) => recordsPath(figure, people, days) : undefined;
  return { cells: links.cells, link: links.link, totals: data && totalSums(data, toRecords) };
}
