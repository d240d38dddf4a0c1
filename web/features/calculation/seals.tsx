import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MonthDrift, MonthSeal, SealChange } from '#contracts/calls/answers/month-seals.ts';
import { DRIFT_COLUMNS, SEAL_CHANGE_COLUMNS } from '#contracts/calls/month-seal-columns.ts';
import { DRIFT_CAUSES } from '#contracts/calls/month-seals.ts';
import type { YearMonth } from '#contracts/months.ts';
import { api, type Row, readData } from '../../api/client.ts';
import { MONTH_LOCKS_KEY } from '../../api/month-locks.ts';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, useText } from '../../i18n/index.ts';
import { TextButton } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback/feedback.tsx';
import { WaitingForMonth } from '../crawl/waiting-jobs.tsx';
import { Replay } from './replay.tsx';
import { CELLS, withRowNumber } from './seal-cells.tsx';

/** Shows what a locked month has published: its versions, what would differ today, and its recomputation. */
export function MonthSeals({ month }: { month: YearMonth }) {
  const { t } = useText();
  const { data: seals } = useQuery({
    queryKey: [...MONTH_LOCKS_KEY, 'seals', month.year, month.month],
    ...readData<MonthSeal[]>('month_seals', { ...month }),
  });
  if (!seals) return <Skeleton className="h-40 w-full" />;
  const [latest] = seals;
  if (!latest) return <EmptyState text={t('calculate.no_seals')} />;
  return (
    <div className="flex flex-col gap-6">
      <ul className="divide-y divide-line rounded border border-line bg-surface text-table">
        {seals.map((seal) => (
          <Version key={seal.id} seal={seal} />
        ))}
      </ul>
      {latest.unlocked_at === null && (
        <>
          <Replay month={month} version={latest.version} />
          <Drift month={month} />
        </>
      )}
    </div>
  );
}

function Version({ seal }: { seal: MonthSeal }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [...MONTH_LOCKS_KEY, 'seal-changes', seal.id],
    enabled: open,
    ...readData<SealChange[]>(`month_seals/${seal.id}/changes`),
  });
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold">{t('calculate.seal_version', { n: seal.version })}</span>
        <span className="text-muted">
          {formatDateTime(seal.sealed_at)} · {seal.sealed_by?.name}
        </span>
        <code title={seal.sha256} className="text-legend text-muted">
          {seal.sha256.slice(0, 12)}
        </code>
        {seal.unlocked_at && (
          <span className="text-muted">
            {t('calculate.seal_unlocked', { time: formatDateTime(seal.unlocked_at), name: seal.unlocked_by?.name ?? '' })} · “{seal.reason}”
          </span>
        )}
        {seal.version > 1 && (
          <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('calculate.seal_changes')}
          </TextButton>
        )}
      </div>
      {open && data && (
        <DataTable
          label={t('calculate.seal_changes')}
          columns={SEAL_CHANGE_COLUMNS}
          rows={data.map(withRowNumber)}
          cells={CELLS}
          empty={t('calculate.same_as_before')}
        />
      )}
    </li>
  );
}

function Drift({ month }: { month: YearMonth }) {
  const { t, lang } = useText();
  const { data } = useQuery({
    queryKey: [...MONTH_LOCKS_KEY, 'drift', month.year, month.month],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.get<{ data: MonthDrift[] }>('month_drift', { query: { ...month }, signal })).data,
  });
  const cells = {
    ...CELLS,
    causes: (row: Row) => (row as Row & MonthDrift).causes.map((cause) => DRIFT_CAUSES[cause][lang]).join(', '),
  };
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('calculate.drift')}</h2>
      <WaitingForMonth month={month} isLocked />
      {!data && <Skeleton className="h-20 w-full" />}
      {data?.length === 0 && <p className="text-table text-muted">{t('calculate.no_drift')}</p>}
      {data && data.length > 0 && <p className="max-w-240 text-table text-muted">{t('calculate.drift_text')}</p>}
      {data && data.length > 0 && (
        <DataTable
          label={t('calculate.drift')}
          columns={DRIFT_COLUMNS}
          rows={data.map(withRowNumber)}
          cells={cells}
          empty={t('calculate.no_drift')}
        />
      )}
    </section>
  );
}
