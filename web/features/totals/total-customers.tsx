import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import type { TotalCustomerJob, TotalCustomerRow } from '#contracts/calls/answers/totals.ts';
import { TOTAL_CUSTOMER_COLUMNS, TOTAL_CUSTOMER_JOB_COLUMNS, totalCustomerFilters } from '#contracts/calls/totals.ts';
import { customerTotalsList } from '#contracts/calls/view-lists.ts';
import { api, type Page, type Query, type Row, read } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { DateFilter, type FilterLabel, RefFilter } from '../../crud/filters/filters.tsx';
import { TextFilter } from '../../crud/filters/text-filter.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { ViewedListContext } from '../../crud/list/list-context.ts';
import { useListPosition } from '../../crud/list/list-return.ts';
import { toListQuery, useListState } from '../../crud/list/list-state.ts';
import { ListView } from '../../crud/list/list-view.tsx';
import { MonthInView, useRecordLocks } from '../../crud/list/record-locks.tsx';
import { OpenRowButton, type OpenRows, useOpenRows } from '../../crud/list/row-details.tsx';
import { useViewOfList } from '../../crud/views/use-view-of-list.ts';
import { ViewNotice } from '../../crud/views/view-notice.tsx';
import { ViewSwitcher } from '../../crud/views/view-switcher.tsx';
import { ViewTabs } from '../../crud/views/view-tabs.tsx';
import { formatNumber, translate, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { ListLink } from '../../layout/list-link.tsx';
import { DownloadButton } from '../../layout/page-parts.tsx';
import { IconLink, TextLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { Figure } from '../../ui/table/figure.tsx';
import { MonthFilter } from '../filters/month-filter.tsx';
import { MoreFilters } from '../filters/more-filters.tsx';

const FILTERS = totalCustomerFilters;
const LABELS: readonly FilterLabel[] = Object.entries(FILTERS).map(([name, { label, kind, entity }]) => ({
  name,
  label,
  ...(entity && { entity }),
  date: kind === 'date',
}));
const SORTS = TOTAL_CUSTOMER_COLUMNS.map((column) => column.key);
const RETURNED = 'henkyaku_hi';

type Answer = Page<TotalCustomerRow> & { sum: { total_task: number; total_tsubosuu: number } };

/** Customers with their jobs and floor area; a row opens onto its jobs. */
export function TotalCustomersPage() {
  const { t } = useText();
  const { may } = useSession();
  const { view, ...opened } = useViewOfList(customerTotalsList, undefined);
  const list = useListState(opened.start, { name: customerTotalsList.name, columns: TOTAL_CUSTOMER_COLUMNS, view });
  const viewed = { contract: customerTotalsList, list, view, opened, columns: TOTAL_CUSTOMER_COLUMNS };
  const { state } = list;
  const { filters } = state;
  const openRows = useOpenRows(true);
  const jobsPath = useJobsPath(filters);
  const { rowIcon, detail, cells } = useMemo(
    () => ({
      rowIcon: (row: Row) => <OpenJobs row={row} openRows={openRows} />,
      detail: (row: Row) => <Jobs customer={row.id} filters={filters} to={jobsPath(row.id)} />,
      cells: {
        total_task: (row: Row) => <Figure value={row.total_task as number} decimals={0} to={jobsPath(row.id)} />,
        total_tsubosuu: (row: Row) => <Figure value={row.total_tsubosuu as number} to={jobsPath(row.id)} />,
      },
    }),
    [openRows, filters, jobsPath],
  );
  const query = { ...toListQuery(state), with_jobs: 0 };
  const answer = useQuery({
    queryKey: ['total_customers', query],
    ...read<Answer>('total_customers', query),
    enabled: !opened.isLoading,
  });
  const { data } = answer;
  const root = useRef<HTMLDivElement>(null);
  useListPosition('/total-customer', root, query, data !== undefined);
  // Without days the sums are of all jobs there are, which a reader who comes from a month would not expect.
  const period = filters.exc_start_time || filters.exc_end_time ? undefined : t('total.all_days');

  return (
    <ViewedListContext value={viewed}>
      <ListView
        root={root}
        list={list}
        answer={answer}
        tabs={<ViewTabs isReady={data !== undefined} />}
        notice={<ViewNotice />}
        badge={period ? <span className="text-legend text-muted">{period}</span> : <MonthInView filters={state.filters} dated={RETURNED} />}
        folded={
          <>
            <ViewSwitcher />
            {may(ACTIONS.export_totals) && (
              <DownloadButton download={() => api.download('total_customers/export', 'total_customers', { query: { ...state.filters } })}>
                {t('control.export')}
              </DownloadButton>
            )}
          </>
        }
        filters={
          <>
            <TextFilter name="customers__name" label={FILTERS.customers__name.label} />
            <MonthFilter />
            <MoreFilters names={['direct__hacchyuumoto', 'direct__hacchyuu_naiyou', 'department_groups__id']}>
              <TextFilter name="direct__hacchyuumoto" label={FILTERS.direct__hacchyuumoto.label} />
              <TextFilter name="direct__hacchyuu_naiyou" label={FILTERS.direct__hacchyuu_naiyou.label} />
              <RefFilter name="department_groups__id" label={FILTERS.department_groups__id.label} entity="department_groups" />
              <DateFilter name="exc_start_time" label={FILTERS.exc_start_time.label} />
              <DateFilter name="exc_end_time" label={FILTERS.exc_end_time.label} />
            </MoreFilters>
          </>
        }
        filterLabels={LABELS}
        label={t('route.total_customer')}
        columns={TOTAL_CUSTOMER_COLUMNS}
        sorts={SORTS}
        defaultOrder="name ASC"
        rowIcon={rowIcon}
        openRows={openRows}
        detail={detail}
        cells={cells}
        actions={may(ACTIONS.open_customer_from_totals) ? openCustomer : undefined}
        emptyText={t('total.no_jobs')}
        emptyAction={<ListLink entity="directs" />}
        printedPeriod={period}
        readAll={(limit) => api.get<Answer>('total_customers', { query: { ...query, page: 1, limit } })}
        totals={
          data && {
            total_task: <Figure value={data.sum.total_task} decimals={0} to={jobsPath(null)} />,
            total_tsubosuu: <Figure value={data.sum.total_tsubosuu} to={jobsPath(null)} />,
          }
        }
        dashZeros
      />
    </ViewedListContext>
  );
}

/** Addresses of the jobs behind a customer's figures, or behind the sums; for who may read jobs. */
function useJobsPath(filters: Query) {
  const { may, user } = useSession();
  const mayRead = may(ACTIONS.see_data);
  const department = may(ACTIONS.see_all_departments) ? null : (user?.department_id ?? 0);
  return useCallback(
    (customer: number | null) => (mayRead ? customerJobsPath(customer, filters, department) : undefined),
    [mayRead, filters, department],
  );
}

function OpenJobs({ row, openRows }: { row: Row; openRows: OpenRows }) {
  const { t } = useText();
  const name = String(row.name);
  return (
    <OpenRowButton
      className="-my-1 self-center"
      open={openRows}
      row={row}
      label={t('total.show_jobs', { name })}
      openLabel={t('total.hide_jobs', { name })}
    />
  );
}

const openCustomer = (row: Row) => (
  <IconLink icon={Eye} to={`/customers/${row.id}/view`} label={`${translate('control.view')} ${row.name}`} />
);

const SHOWN = 200;

function Jobs({ customer, filters, to }: { customer: number; filters: Query; to: string | undefined }) {
  const { t } = useText();
  const { columnBadge } = useRecordLocks(RETURNED);
  const query = { ...filters, customer_id: customer, limit: 1 };
  const { data } = useQuery({
    queryKey: ['total_customers', 'jobs', query],
    ...read('total_customers', query, ({ data }: Answer) => data[0]?.direct ?? []),
    placeholderData: undefined,
  });
  if (!data) return <Skeleton className="h-16 w-full" />;
  const shown: readonly TotalCustomerJob[] = data.slice(0, SHOWN);
  return (
    <div className="flex flex-col gap-1">
      <DataTable
        label={t('total.jobs')}
        columns={TOTAL_CUSTOMER_JOB_COLUMNS}
        rows={shown}
        cells={LINKED}
        columnBadge={columnBadge}
        empty={t('total.no_jobs')}
      />
      {to && data.length > SHOWN && (
        <TextLink alone className="self-start" to={to}>
          {t('total.more_jobs', { n: formatNumber(data.length - SHOWN) })}
        </TextLink>
      )}
    </div>
  );
}

const LINKED = { name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? row.id)}</TextLink> };

/** The filters of the totals and those of the jobs that mean the same. */
const SAME_FILTERS = {
  direct__hacchyuumoto: 'hacchyuumoto__~',
  direct__hacchyuu_naiyou: 'hacchyuu_naiyou__~',
  department_groups__id: 'dept_grp_id',
  exc_start_time: 'exc_start_time',
  exc_end_time: 'exc_end_time',
};

/**
 * Address of the jobs of a customer, or of all customers, that the filters leave; `department` is the only one whose jobs the person's totals
 * count.
 */
function customerJobsPath(customer: number | null, filters: Query, department: number | null): string {
  const { customers__name: name } = filters;
  const ofAll: Record<string, string> = name ? { 'customers__name__~': String(name) } : { customer_id__empty: '0' };
  const params = new URLSearchParams(customer === null ? ofAll : { customer_id: String(customer) });
  if (department !== null) params.set('dept_id', String(department));
  for (const [own, of] of Object.entries(SAME_FILTERS)) if (filters[own]) params.set(of, String(filters[own]));
  return `/directs?${params}`;
}
