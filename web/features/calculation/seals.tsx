import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { MonthDrift, MonthReplay, MonthSeal, ReplayProblem, SealChange } from '#contracts/calls/answers/month-seals.ts';
import { DRIFT_COLUMNS, REPLAY_COLUMNS, SEAL_CHANGE_COLUMNS, SEALED_FIELD_LABELS } from '#contracts/calls/month-seal-columns.ts';
import { DRIFT_CAUSES, SEAL_ROW_LABELS, type SealRowKind } from '#contracts/calls/month-seals.ts';
import { TOTAL_COLUMNS } from '#contracts/calls/totals.ts';
import { labelOf } from '#contracts/contract.ts';
import { directs } from '#contracts/entities/directs.ts';
import type { Lang } from '#contracts/text.ts';
import { api } from '../../api/client.ts';
import { MONTH_LOCKS_KEY } from '../../api/month-locks.ts';
import { readData } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextButton } from '../../ui/link.tsx';
import { NO_VALUE } from '../../ui/no-value.tsx';
import { WaitingForMonth } from '../crawl/waiting-jobs.tsx';
import type { YearMonth } from '../filters/month-selects.tsx';
import { RECORDED } from '../history/recorded.ts';

const POLL_MS = 700;

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
          <Replay month={month} />
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
        {seal.late === 1 && <span className="text-muted">{t('calculate.seal_late')}</span>}
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

function Replay({ month }: { month: YearMonth }) {
  const { t } = useText();
  const client = useQueryClient();
  const key = [...MONTH_LOCKS_KEY, 'replays', month.year, month.month];
  const { data } = useQuery({
    queryKey: key,
    ...readData<MonthReplay[]>('month_replays', { ...month }),
    refetchInterval: (query) => (query.state.data?.some(isReplayActive) ? POLL_MS : false),
  });
  const start = useMutation({
    mutationFn: () => api.post<MonthReplay>('month_replays', { ...month }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const latest = data?.[0];
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
      {latest && !active && <ReplayResult replay={latest} />}
    </section>
  );
}

const isReplayActive = ({ status }: MonthReplay) => status === 'queued' || status === 'running';

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

const withRowNumber = (row: object, index: number): Row => ({ ...row, id: index + 1 });

/** What a field of a person's totals or of a job is called. */
function FieldName({ field }: { field: string }) {
  const { lang } = useText();
  const label = TOTAL_COLUMNS.find(({ key }) => key === field)?.label ?? SEALED_FIELD_LABELS[field];
  return label?.[lang] ?? (Object.hasOwn(directs.fields, field) ? labelOf(directs, field, lang) : field);
}

/** A figure, or on the left a text, such as the name of a department. */
const value = (key: string) => (row: Row) => {
  const shown = row[key];
  if (typeof shown === 'string') return <span className="block text-left">{shown}</span>;
  return typeof shown === 'number' ? formatNumber(shown) : NO_VALUE;
};

const CELLS = {
  field: (row: Row) => (typeof row.problem === 'string' ? row.problem : <FieldName field={String(row.field)} />),
  ...Object.fromEntries(['before', 'after', 'sealed', 'now'].map((key) => [key, value(key)])),
};
