import { useMutation } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { Column } from '#contracts/contract.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { officeNow } from '../../crud/office-today.ts';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { ListLink } from '../../layout/list-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ChartShape } from './chart-shape.tsx';
import { PrintTable } from './print-table.tsx';

const SeriesChart = lazy(() => import('./series-chart.tsx'));
const PlainTable = lazy(() => import('../../crud/list/plain-table.tsx').then((module) => ({ default: module.PlainTable })));

interface BoardProps {
  title: string;
  columns: readonly Column[];
  series: readonly string[];
  rows: readonly Row[] | undefined;
  /** The rows of all pages, for paper. */
  readAll: () => Promise<readonly Row[]>;
  sum: Record<string, number> | undefined;
  stale: boolean;
  isDepartment: 0 | 1;
  filters: Readonly<Record<string, string | undefined>>;
  order?: { column: string; direction: 'ASC' | 'DESC' };
  onOrder?: (order: { column: string; direction: 'ASC' | 'DESC' } | null) => void;
}

/** A chart above its table, with the ways out of both. */
export function Board({ title, columns, series, rows, readAll, sum, stale, isDepartment, filters, order, onOrder }: BoardProps) {
  const { t } = useText();
  const { may, user } = useSession();
  const { tab: _, ...query } = filters;
  const exporting = useMutation({
    mutationFn: () => api.download('home/export', 'home', { query: { ...query, is_department: isDepartment } }),
  });
  const heading = `${t(isDepartment ? 'dashboard.department' : 'dashboard.default')} · ${title}`;
  const labels = useMemo(() => columns.filter((column) => series.includes(column.key)), [columns, series]);
  const { printed, startPrint, isPreparing } = usePrint(readAll);
  const filtered = Object.keys(query).some((name) => name !== 'year' && name !== 'month');
  const totals = sum && sumTexts(columns, sum);
  const blank = rows?.every((row) => series.every((key) => !row[key]));
  const elsewhere = blank && series.some((key) => sum?.[key]);
  return (
    <>
      <div className="hidden print:block">
        <h2 className="text-section font-semibold">{heading}</h2>
        <p className="text-legend text-muted">
          {t('dashboard.printed', {
            name: user?.name ?? user?.username ?? '',
            time: formatDateTime(officeNow()),
            n: (printed ?? rows)?.length ?? 0,
          })}
          {!filtered && ` · ${t('dashboard.unfiltered')}`}
        </p>
      </div>
      <div data-chrome className="flex flex-wrap gap-2">
        {may(ACTIONS.export_charts) && (
          <Button icon={Download} loading={exporting.isPending} onClick={() => exporting.mutate()}>
            {t('control.export')}
          </Button>
        )}
        <Button icon={FileText} disabled={!rows} loading={isPreparing} onClick={startPrint}>
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
            {printed ? (
              chunk(printed, MAX_PRINTED_BARS).map((part) => <SeriesChart key={part[0]!.id} rows={part} series={labels} label={heading} />)
            ) : rows ? (
              <SeriesChart rows={rows} series={labels} label={heading} />
            ) : (
              <ChartShape />
            )}
          </Suspense>
        )}
      </div>
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        {printed && totals ? (
          <PrintTable label={heading} columns={columns} rows={printed} totals={totals} />
        ) : (
          <PlainTable
            label={heading}
            columns={columns}
            rows={rows}
            stale={stale}
            sorts={onOrder && columns.map((column) => column.key)}
            order={order}
            onOrder={onOrder}
            empty={<EmptyState text={t('dashboard.nothing')} />}
            totals={totals}
          />
        )}
      </Suspense>
    </>
  );
}

/** Maximum of bars whose names stay legible on a printed page. */
const MAX_PRINTED_BARS = 40;

/** Reads all rows, has them drawn, and opens the browser's print dialog; afterwards the page is as before. */
function usePrint(readAll: BoardProps['readAll']) {
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);
  const { mutate, isPending } = useMutation({ mutationFn: readAll, onSuccess: setPrinted });
  useEffect(() => {
    if (!printed) return;
    // The second frame comes after the charts have been drawn.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        print();
        setPrinted(null);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [printed]);
  return { printed, startPrint: () => mutate(), isPreparing: isPending || printed !== null };
}

function sumTexts(columns: readonly Column[], sum: Record<string, number>): Record<string, string> {
  const summed = columns.filter(({ key }) => sum[key] !== undefined);
  return Object.fromEntries(summed.map(({ key, decimals }) => [key, formatNumber(sum[key], decimals === undefined ? 0 : 2)]));
}

function chunk<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}
