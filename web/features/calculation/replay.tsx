import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { MonthReplay, ReplayProblem } from '#contracts/calls/answers/month-seals.ts';
import { REPLAY_COLUMNS } from '#contracts/calls/month-seal-columns.ts';
import { SEAL_ROW_LABELS, type SealRowKind } from '#contracts/calls/month-seals.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import type { YearMonth } from '#contracts/months.ts';
import type { Lang } from '#contracts/text.ts';
import { api, type Row, readData } from '../../api/client.ts';
import { MONTH_LOCKS_KEY } from '../../api/month-locks.ts';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { RECORDED } from '../history/recorded.ts';
import { CELLS, withRowNumber } from './seal-cells.tsx';

const POLL_MS = 700;

/** The recomputation of a locked month: a button that starts one, and what the last one found of this version of the seal. */
export function Replay({ month, version }: { month: YearMonth; version: number }) {
  const { t } = useText();
  const key = [...MONTH_LOCKS_KEY, 'replays', month.year, month.month];
  const { data } = useQuery({
    queryKey: key,
    ...readData<MonthReplay[]>('month_replays', { ...month }),
    refetchInterval: (query) => (query.state.data?.some(isReplayActive) ? POLL_MS : false),
  });
  const start = useMutation({
    mutationFn: () => api.post<MonthReplay>('month_replays', { ...month }),
    meta: { refreshes: [key] },
  });
  const latest = data?.find((replay) => replay.version === version);
  const active = latest !== undefined && isReplayActive(latest);
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-semibold">{t('calculate.replay')}</h2>
        <Button size="sm" icon={RefreshCw} loading={start.isPending || active} onClick={() => start.mutate()}>
          {t('calculate.replay_start')}
        </Button>
      </div>
      {active && <ProgressBar label={t('calculate.replay_running')} done={0} total={null} />}
      {data && !latest && <p className="text-table text-muted">{t('calculate.replay_none', { n: version })}</p>}
      {latest && !active && <ReplayResult replay={latest} />}
    </section>
  );
}

const isReplayActive = ({ status }: MonthReplay) => isWorkActive(status);

function ReplayResult({ replay }: { replay: MonthReplay }) {
  const { t, lang } = useText();
  const { checked, different, differences, kept_points, edited_points, totals_different, problems, finished_at, status } = replay;
  if (status === 'failed') return <p className="text-table text-danger">{t('calculate.replay_failed')}</p>;
  const rows = [
    ...problems.map(({ kind, name, problem }) => ({
      subject: `${t(`calculate.problem_of_${kind}`)} ${nameProblem(kind, name, lang)}`,
      problem: t(`calculate.problem_${problem}`),
    })),
    ...different.map(({ direct_id, name, field, stored, replayed }) => ({
      subject: name ?? `#${direct_id}`,
      direct_id,
      field,
      sealed: stored,
      now: replayed,
    })),
    ...totals_different.map(({ user_id, name, field, sealed, replayed }) => ({
      subject: name || `#${user_id}`,
      field,
      sealed,
      now: replayed,
    })),
  ];
  const changed = new Set(problems.filter(({ problem }) => problem === 'changed').map(({ kind }) => kind));
  const isChanged = differences + totals_different.length > 0 || changed.size > 0;
  const advice = ADVICE.find(([kind]) => changed.has(kind))?.[1] ?? 'points_changed';
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className={rows.length === 0 ? 'text-table text-success' : 'text-table text-danger'}>
        {t('calculate.replay_result', {
          n: formatNumber(checked),
          points: formatNumber(differences),
          totals: formatNumber(totals_different.length),
        })}{' '}
        · <span className="text-muted">{formatDateTime(finished_at)}</span>
      </p>
      {problems.some(({ problem }) => problem === 'missing') && <p className="text-table">{t('calculate.files_missing')}</p>}
      {isChanged && <p className="max-w-240 text-table">{t(`calculate.${advice}`)}</p>}
      {kept_points + edited_points > 0 && (
        <p className="text-table text-muted">
          {t('calculate.replay_kept', { kept: formatNumber(kept_points), edited: formatNumber(edited_points) })}
        </p>
      )}
      {rows.length > 0 && (
        <DataTable
          label={t('calculate.replay')}
          columns={REPLAY_COLUMNS}
          rows={rows.map(withRowNumber)}
          link={REPLAYED_JOB}
          cells={CELLS}
          empty={t('control.no_match')}
        />
      )}
    </div>
  );
}

/** What to do, by what was changed; the first counts. Points that differ though the records are those of the lock were changed before it. */
const ADVICE = [
  ['seal', 'seal_changed'],
  ['rows', 'rows_changed'],
  ['records', 'month_changed'],
  ['copy', 'month_changed'],
  ['rules', 'month_changed'],
] as const;

function nameProblem(kind: ReplayProblem['kind'], name: string, lang: Lang): string {
  if (kind === 'rows') return SEAL_ROW_LABELS[name as SealRowKind][lang];
  return (kind === 'records' && RECORDED[name]?.label[lang]) || name;
}

/** A job that differs leads to its explanation. */
const REPLAYED_JOB = {
  column: 'subject',
  to: ({ direct_id }: Row) => (typeof direct_id === 'number' ? `/directs/${direct_id}/view` : undefined),
};
