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
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { errorLines } from '../../api/error-lines.ts';
import type { Row } from '../../crud/cell.tsx';
import type { useListState } from '../../crud/list-state.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Board } from './board.tsx';

interface Charts {
  charts: UserChartRow[];
  sum: Record<string, number>;
  total: number;
  from: number | null;
  to: number | null;
}

export function People({
  query,
  state,
  change,
  title,
}: {
  query: Record<string, unknown>;
  state: ReturnType<typeof useListState>['state'];
  change: ReturnType<typeof useListState>['change'];
  title: string;
}) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['charts', query],
    queryFn: ({ signal }) => api.get<Charts>('charts', { query: query as never, signal }),
  });
  const rows = useMemo(() => data?.charts.map((row) => ({ ...row, id: row.user_id }) as unknown as Row), [data]);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Board
        title={title}
        columns={USER_CHART_COLUMNS}
        series={USER_SERIES}
        rows={rows}
        sum={data?.sum}
        stale={isFetching && data !== undefined}
        isDepartment={0}
        filters={state.filters}
        order={state.order ?? { column: 'name', direction: 'ASC' }}
        onOrder={(order) => change({ order })}
      />
      {data && data.total > state.limit && (
        <Pagination
          page={state.page}
          limit={state.limit}
          total={data.total}
          from={data.from}
          to={data.to}
          onPage={(page) => change({ page })}
          onLimit={(limit) => change({ limit })}
        />
      )}
    </>
  );
}

export function Departments({ filters, title }: { filters: Record<string, string | undefined>; title: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['charts', 'departments', filters],
    queryFn: ({ signal }) => api.get<DepartmentChartRow[]>('home/get-all-group-by-dev', { query: filters, signal }),
  });
  const sum = useMemo(() => {
    const keys = DEPARTMENT_CHART_COLUMNS.filter((column) => column.kind !== 'text').map((column) => column.key);
    return data && Object.fromEntries(keys.map((key) => [key, data.reduce((total, row) => total + (row[key as 'total_unit'] ?? 0), 0)]));
  }, [data]);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Board
      title={title}
      columns={DEPARTMENT_CHART_COLUMNS}
      series={DEPARTMENT_SERIES}
      rows={data as unknown as Row[] | undefined}
      sum={sum}
      stale={isFetching && data !== undefined}
      isDepartment={1}
      filters={filters}
    />
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ErrorState
      text={errorLines(error).join('\n')}
      requestId={error instanceof ApiError ? error.request_id : undefined}
      onRetry={onRetry}
    />
  );
}
