import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SystemAnswer } from '#contracts/calls/answers/system.ts';
import { CALL_ERROR_COLUMNS, SLOW_CALL_COLUMNS, TABLE_COLUMNS } from '#contracts/calls/system.ts';
import type { Column } from '#contracts/contract.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { read } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/read-error.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { RECORDED } from '../history/recorded.ts';
import { SystemChecks } from './checks.tsx';
import { Runs } from './runs.tsx';

const REFRESH_MS = 60_000;

/** What runs by itself: each check with its limit, then the figures behind them. For Admins. */
export function SystemPage() {
  const { t } = useText();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['system'],
    ...read<SystemAnswer>('system'),
    refetchInterval: REFRESH_MS,
  });
  const waiting = useDelayed(!data);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="-mb-5">
        <PageHeader
          title={t('route.system')}
          work={
            <Button icon={RefreshCw} loading={isFetching} onClick={() => void refetch()}>
              {t('system.refresh')}
            </Button>
          }
        />
      </div>
      <p className="max-w-200 text-table text-muted">{t('system.hint')}</p>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && waiting && <Skeleton className="h-80 w-full" />}
      {data && <SystemFigures data={data} />}
    </div>
  );
}

function SystemFigures({ data }: { data: SystemAnswer }) {
  const { t, lang } = useText();
  const { version, at, checks, database, errors, slow_calls, queue, usage } = data;
  const active = queue.active.reduce((sum, { count }) => sum + count, 0);
  const tables = database.tables.map((table) => ({
    ...table,
    name: table.name === 'history' ? t('route.history') : (RECORDED[table.name]?.label[lang] ?? table.name),
  }));
  const size = { mb: formatNumber(database.bytes / 1_048_576, 1), rows: formatNumber(database.rows) };
  const used = {
    month: formatMonthKey(usage.month),
    read: formatNumber(usage.rows_read),
    written: formatNumber(usage.rows_written),
    plan: usage.plan_rows_read === null ? '' : t('system.plan', { n: formatNumber(usage.plan_rows_read) }),
  };
  return (
    <>
      <SystemChecks checks={checks} />
      <Runs />
      <div className="grid min-w-0 items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Figures title={t('system.errors')} columns={CALL_ERROR_COLUMNS} rows={errors} empty={t('system.no_errors')} />
          <Figures
            title={t('system.database')}
            note={`${t('system.size', size)}. ${t('system.active', { n: formatNumber(active) })}. ${t('system.usage', used)}`}
            columns={TABLE_COLUMNS}
            rows={tables}
          />
        </div>
        <Figures title={t('system.slow_calls')} columns={SLOW_CALL_COLUMNS} rows={slow_calls} empty={t('system.no_slow_calls')} />
      </div>
      <p className="text-table text-muted">{t('system.version', { version, time: formatDateTime(at) })}</p>
    </>
  );
}

interface FiguresProps {
  title: string;
  note?: ReactNode;
  columns: readonly Column[];
  rows: readonly object[];
  empty?: string;
}

function Figures({ title, note, columns, rows, empty = '' }: FiguresProps) {
  const numbered: Row[] = rows.map((row, index) => ({ id: index + 1, ...row }));
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-title font-semibold">{title}</h2>
      {note && <p className="text-table text-muted">{note}</p>}
      <DataTable label={title} columns={columns} rows={numbered} empty={<EmptyState text={empty} />} />
    </section>
  );
}
