import { useMutation } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Column } from '#contracts/contract.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { ListLink } from '../../layout/list-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ChartShape } from './chart-shape.tsx';

const SeriesChart = lazy(() => import('./series-chart.tsx'));
const PlainTable = lazy(() => import('../../crud/list/plain-table.tsx').then((module) => ({ default: module.PlainTable })));

interface BoardProps {
  title: string;
  columns: readonly Column[];
  series: readonly string[];
  rows: readonly Row[] | undefined;
  sum: Record<string, number> | undefined;
  stale: boolean;
  isDepartment: 0 | 1;
  filters: Readonly<Record<string, string | undefined>>;
  order?: { column: string; direction: 'ASC' | 'DESC' };
  onOrder?: (order: { column: string; direction: 'ASC' | 'DESC' } | null) => void;
}

/** A chart above its table, with the ways out of both. */
export function Board({ title, columns, series, rows, sum, stale, isDepartment, filters, order, onOrder }: BoardProps) {
  const { t } = useText();
  const { may } = useSession();
  const { tab: _, ...query } = filters;
  const exporting = useMutation({
    mutationFn: () => api.download('home/export', 'home', { query: { ...query, is_department: isDepartment } }),
  });
  const heading = `${t(isDepartment ? 'dashboard.department' : 'dashboard.default')} · ${title}`;
  const labels = columns.filter((column) => series.includes(column.key));
  const blank = rows?.every((row) => series.every((key) => !row[key]));
  const elsewhere = blank && series.some((key) => sum?.[key]);
  return (
    <>
      <h2 className="hidden text-section font-semibold print:block">{heading}</h2>
      <div data-chrome className="flex flex-wrap gap-2">
        {may(ACTIONS.export_charts) && (
          <Button icon={Download} loading={exporting.isPending} onClick={() => exporting.mutate()}>
            {t('control.export')}
          </Button>
        )}
        <Button icon={FileText} disabled={!rows} onClick={() => print()}>
          {t('dashboard.pdf')}
        </Button>
      </div>
      <div className="rounded border border-line bg-surface p-3">
        {elsewhere ? (
          <EmptyState text={t('dashboard.nothing_here')}>
            {onOrder && <Button onClick={() => onOrder({ column: series[0]!, direction: 'DESC' })}>{t('dashboard.largest_first')}</Button>}
          </EmptyState>
        ) : blank ? (
          <EmptyState text={t('dashboard.nothing')}>
            <ListLink entity="directs" />
          </EmptyState>
        ) : (
          <Suspense fallback={<ChartShape />}>
            {rows ? <SeriesChart rows={rows} series={labels} label={heading} /> : <ChartShape />}
          </Suspense>
        )}
      </div>
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <PlainTable
          label={heading}
          columns={columns}
          rows={rows}
          stale={stale}
          {...(onOrder && order && { sorts: columns.map((column) => column.key), order, onOrder })}
          empty={<EmptyState text={t('dashboard.nothing')} />}
          {...(sum && {
            totals: Object.fromEntries(
              columns
                .filter(({ key }) => sum[key] !== undefined)
                .map(({ key, decimals }) => [key, formatNumber(sum[key], decimals === undefined ? 0 : 2)]),
            ),
          })}
        />
      </Suspense>
    </>
  );
}
