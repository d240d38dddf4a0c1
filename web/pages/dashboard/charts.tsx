import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  DEPARTMENT_CHART_COLUMNS,
  DEPARTMENT_SERIES,
  type DepartmentChartRow,
  USER_CHART_COLUMNS,
  USER_SERIES,
  type UserChartRow,
} from '#contracts/calls/dashboard.ts';
import { api } from '../../api/client.ts';
import type { Query } from '../../api/request.ts';
import type { Row } from '../../crud/list/cell.tsx';
import type { useListState } from '../../crud/list/list-state.ts';
import { PageNumbers, toPageControls } from '../../crud/list/paged-table.tsx';
import { ReadError } from '../../crud/list/read-error.tsx';
import type { SortDirection } from '../../ui/table/table.tsx';
import { Board } from './board.tsx';

interface Charts {
  charts: UserChartRow[];
  sum: Record<string, number>;
  total: number;
  from: number | null;
  to: number | null;
}

interface Shown {
  state: ReturnType<typeof useListState>['state'];
  change: ReturnType<typeof useListState>['change'];
  title: string;
}

export function People({ query, state, change, title }: Shown & { query: Query }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['charts', query],
    queryFn: ({ signal }) => api.get<Charts>('charts', { query, signal }),
  });
  const rows = useMemo(() => data?.charts.map(personRow), [data]);
  const readAll = async () => {
    const all = await api.get<Charts>('charts', { query: { ...query, page: 1, limit: Math.max(1, data?.total ?? 1) } });
    return all.charts.map(personRow);
  };
  if (error && !data) return <ReadError error={error} onRetry={refetch} />;
  return (
    <>
      <Board
        title={title}
        columns={USER_CHART_COLUMNS}
        series={USER_SERIES}
        rows={rows}
        readAll={readAll}
        sum={data?.sum}
        stale={isFetching && data !== undefined}
        isDepartment={0}
        filters={state.filters}
        order={state.order ?? BY_NAME}
        onOrder={(order) => change({ order })}
      />
      {data && <PageNumbers of={data} pages={toPageControls(state, change)} />}
    </>
  );
}

/** All departments come at once, by name; they are put in order and drawn a page at a time here. */
export function Departments({ filters, state, change, title }: Shown & { filters: Record<string, string | undefined> }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['charts', 'departments', filters],
    queryFn: ({ signal }) => api.get<DepartmentChartRow[]>('home/get-all-group-by-dev', { query: filters, signal }),
  });
  const sum = useMemo(() => {
    const keys = DEPARTMENT_CHART_COLUMNS.filter((column) => column.kind !== 'text').map((column) => column.key);
    return data && Object.fromEntries(keys.map((key) => [key, data.reduce((total, row) => total + (row[key as 'total_unit'] ?? 0), 0)]));
  }, [data]);
  const { page, limit } = state;
  const order = state.order ?? BY_NAME;
  const ordered = useMemo(() => data && inOrder(data, order).map(departmentRow), [data, order]);
  const rows = useMemo(() => ordered?.slice((page - 1) * limit, page * limit), [ordered, page, limit]);
  if (error && !data) return <ReadError error={error} onRetry={refetch} />;
  const of = data && rows && { total: data.length, from: (page - 1) * limit + 1, to: (page - 1) * limit + rows.length };
  return (
    <>
      <Board
        title={title}
        columns={DEPARTMENT_CHART_COLUMNS}
        series={DEPARTMENT_SERIES}
        rows={rows}
        readAll={async () => ordered ?? []}
        sum={sum}
        stale={isFetching && data !== undefined}
        isDepartment={1}
        filters={filters}
        order={order}
        onOrder={(next) => change({ order: next })}
      />
      {of && <PageNumbers of={of} pages={toPageControls(state, change)} />}
    </>
  );
}

const personRow = (row: UserChartRow): Row => ({ ...row, id: row.user_id });
/** What belongs to no department has no id. */
const departmentRow = (row: DepartmentChartRow): Row => ({ ...row, id: row.id ?? 0 });

const BY_NAME = { column: 'name', direction: 'ASC' } as const;

/** Rows that came by name, in the order of a column of numbers, or of names. */
function inOrder(rows: readonly DepartmentChartRow[], { column, direction }: { column: string; direction: SortDirection }) {
  const way = direction === 'DESC' ? -1 : 1;
  const key = column as 'total_unit';
  if (typeof rows[0]?.[key] !== 'number') return way === 1 ? rows : rows.toReversed();
  return rows.toSorted((a, b) => way * (a[key] - b[key]));
}
