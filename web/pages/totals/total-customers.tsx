import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Eye } from 'lucide-react';
import {
  TOTAL_CUSTOMER_COLUMNS,
  TOTAL_CUSTOMER_JOB_COLUMNS,
  type TotalCustomerJob,
  type TotalCustomerRow,
  totalCustomerFilters,
} from '#contracts/calls/totals.ts';
import { api, type Query } from '../../api/client.ts';
import { type Page, read } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { DateFilter, type FilterLabel, RefFilter } from '../../crud/filters/filters.tsx';
import { TextFilter } from '../../crud/filters/text-filter.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { toListQuery, useListState } from '../../crud/list/list-state.ts';
import { ListView } from '../../crud/list/list-view.tsx';
import { MonthInView, useRecordLocks } from '../../crud/list/record-locks.tsx';
import { OpenRowButton, useOpenRows } from '../../crud/list/row-details.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { translate, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { ListLink } from '../../layout/list-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { IconLink, TextLink } from '../../ui/link.tsx';
import { Figure } from '../../ui/table/figure.tsx';

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
  const list = useListState();
  const { state } = list;
  const openRows = useOpenRows();
  const query = { ...toListQuery(state), with_jobs: 0 };
  const answer = useQuery({
    queryKey: ['total_customers', query],
    ...read<Answer>('total_customers', query),
  });
  const { data } = answer;
  const exporting = useMutation({
    mutationFn: () => api.download('total_customers/export', 'total_customers', { query: { ...state.filters } }),
  });

  return (
    <ListView
      list={list}
      answer={answer}
      badge={<MonthInView filters={state.filters} dated={RETURNED} />}
      folded={
        may(ACTIONS.export_totals) && (
          <Button iconOnly icon={Download} loading={exporting.isPending} onClick={() => exporting.mutate()}>
            {t('control.export')}
          </Button>
        )
      }
      filters={
        <>
          <TextFilter name="customers__name" label={FILTERS.customers__name.label} />
          <TextFilter name="direct__hacchyuumoto" label={FILTERS.direct__hacchyuumoto.label} />
          <TextFilter name="direct__hacchyuu_naiyou" label={FILTERS.direct__hacchyuu_naiyou.label} />
          <RefFilter name="department_groups__id" label={FILTERS.department_groups__id.label} entity="department_groups" />
          <DateFilter name="exc_start_time" label={FILTERS.exc_start_time.label} />
          <DateFilter name="exc_end_time" label={FILTERS.exc_end_time.label} />
        </>
      }
      filterLabels={LABELS}
      label={t('route.total_customer')}
      columns={TOTAL_CUSTOMER_COLUMNS}
      sorts={SORTS}
      defaultOrder="name ASC"
      rowIcon={(row) => (
        <span className="flex self-center">
          <OpenRowButton
            open={openRows}
            row={row}
            label={t('total.show_jobs', { name: String(row.name) })}
            openLabel={t('total.hide_jobs', { name: String(row.name) })}
          />
        </span>
      )}
      openRows={openRows}
      detail={(row) => <Jobs customer={row.id} filters={state.filters} />}
      actions={may(ACTIONS.open_customer_from_totals) ? openCustomer : undefined}
      emptyText={t('total.no_jobs')}
      emptyAction={<ListLink entity="directs" />}
      readAll={(limit) => api.get<Answer>('total_customers', { query: { ...query, page: 1, limit } })}
      totals={
        data && {
          total_task: <Figure value={data.sum.total_task} decimals={0} />,
          total_tsubosuu: <Figure value={data.sum.total_tsubosuu} />,
        }
      }
      dashZeros
    />
  );
}

const openCustomer = (row: Row) => (
  <IconLink icon={Eye} size="sm" to={`/customers/${row.id}/view`} label={`${translate('control.view')} ${row.name}`} />
);

const SHOWN = 200;

function Jobs({ customer, filters }: { customer: number; filters: Query }) {
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
  const days = Object.fromEntries(
    ['exc_start_time', 'exc_end_time'].flatMap((name) => (filters[name] ? [[name, String(filters[name])]] : [])),
  );
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
      {data.length > SHOWN && (
        <TextLink alone className="self-start" to={`/directs?${new URLSearchParams({ customer_id: String(customer), ...days })}`}>
          {t('total.more_jobs', { n: formatNumber(data.length - SHOWN) })}
        </TextLink>
      )}
    </div>
  );
}

const LINKED = { name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? row.id)}</TextLink> };
