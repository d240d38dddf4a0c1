import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedRun } from '#contracts/calls/answers/runs.ts';
import type { SystemAnswer } from '#contracts/calls/answers/system.ts';
import { CRAWL_KINDS } from '#contracts/calls/crawl.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { RUN_COLUMNS } from '#contracts/calls/runs.ts';
import {
  CALL_ERROR_COLUMNS,
  CHECK_COLUMNS,
  SLOW_CALL_COLUMNS,
  SYSTEM_CHECKS,
  SYSTEM_STATES,
  type SystemCheckName,
  TABLE_COLUMNS,
} from '#contracts/calls/system.ts';
import type { Column } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { formatMonthKey } from '#contracts/months.ts';
import type { Text } from '#contracts/text.ts';
import { listQuery, type Row, read } from '../../api/client.ts';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, EmptyState, NO_VALUE, Skeleton } from '../../ui/feedback/feedback.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { RECORDED } from '../history/recorded.ts';

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

type Check = SystemAnswer['checks'][number];
type Translate = ReturnType<typeof useText>['t'];

const LOOKS = {
  ok: { tone: 'success', icon: CircleCheck },
  alert: { tone: 'danger', icon: CircleAlert },
  none: { tone: 'neutral', icon: CircleDashed },
} as const;

/** The checks of the system page, each with its state, its last time or figure, and its limit. */
function SystemChecks({ checks }: { checks: readonly Check[] }) {
  const { t, lang } = useText();
  const rows: Row[] = checks.map((check, index) => ({
    ...{ id: index + 1, check: check.name, path: pathOf(check.name) },
    name: SYSTEM_CHECKS[check.name].label[lang],
    state: check.state,
    last: describeLast(check, t),
    limit: check.limit,
    note: describeNote(check, t),
  }));
  return <DataTable label={t('system.checks')} columns={CHECK_COLUMNS} rows={rows} link={LINK} cells={CELLS} empty={null} />;
}

const pathOf = (name: SystemCheckName): string | undefined => ({ path: undefined, ...SYSTEM_CHECKS[name] }).path;
const LINK = { column: 'name', to: ({ path }: Row) => path as string | undefined };
const CELLS = {
  state: ({ state }: Row) => <State state={state as Check['state']} />,
  // The limit, and why a check is beyond it, are read whole: on a phone in the opened card, so that the last time has its line for itself.
  limit: ({ limit }: Row) => <span className="block max-sm:whitespace-normal">{String(limit)}</span>,
  note: ({ note }: Row) => (note === '' ? NO_VALUE : <span className="block whitespace-normal sm:min-w-48">{String(note)}</span>),
};

function State({ state }: Pick<Check, 'state'>) {
  const { lang } = useText();
  return <Badge {...LOOKS[state]}>{SYSTEM_STATES[state][lang]}</Badge>;
}

/** How long ago it went well, and when; or the figure. */
function describeLast({ name, at, age_minutes, value }: Check, t: Translate): string {
  if (value !== null) return (FIGURES[name] ?? formatNumber)(value);
  if (at === null || age_minutes === null) return '–';
  return `${describeAge(age_minutes, t)} · ${formatDateTime(at)}`;
}

const FIGURES: Partial<Record<SystemCheckName, (value: number) => string>> = {
  database_size: (bytes) => `${formatNumber(bytes / 1_048_576, 1)} MB`,
  slow_calls: (ms) => `${formatNumber(ms)} ms`,
};

function describeAge(minutes: number, t: Translate): string {
  if (minutes < 120) return t('system.minutes', { n: formatNumber(minutes) });
  if (minutes < 2880) return t('system.hours', { n: formatNumber(Math.floor(minutes / 60)) });
  return t('system.days', { n: formatNumber(Math.floor(minutes / 1440)) });
}

function describeNote({ outcome, message, alert_since }: Check, t: Translate): string {
  const known = outcome === 'done' || outcome === 'passed' || outcome === 'failed' || outcome === 'cancelled';
  const parts = [
    known && t('system.outcome', { outcome: t(`system.outcomes.${outcome}`) }),
    message,
    alert_since && t('system.alert_since', { time: formatDateTime(alert_since) }),
  ];
  return parts.filter(Boolean).join('. ');
}

const SHOWN = 20;
const RUNS_REFRESH_MS = 10_000;

/** The work of the queue, whoever asked for it: what is not over first. */
function Runs() {
  const { t, lang } = useText();
  const { data } = useQuery({
    ...listQuery<ListedRun>('runs', { limit: SHOWN }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isWorkActive(status)) ? RUNS_REFRESH_MS : false),
  });
  const rows = data?.data.map((run, place): Row => {
    const { what, done, total, user_name } = run;
    return {
      ...run,
      id: place + 1,
      what: contractOf(what)?.label[lang] ?? wordOf(what, lang) ?? (/^\d{4}-\d{2}$/.test(what) ? formatMonthKey(what) : what),
      progress: done === null ? '' : [done, total].flatMap((n) => (n === null ? [] : [formatNumber(n)])).join(' / '),
      user_name: user_name ?? t('route.system'),
    };
  });
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-title font-semibold">{t('system.runs')}</h2>
      <DataTable
        label={t('system.runs')}
        columns={RUN_COLUMNS}
        rows={rows}
        link={RUN_LINK}
        empty={<EmptyState text={t('system.no_runs')} />}
      />
    </section>
  );
}

const wordOf = (what: string, lang: 'vi' | 'en') => (CRAWL_KINDS as Readonly<Record<string, Text>>)[what]?.[lang];
const RUN_LINK = { column: 'what', to: ({ path }: Row) => path as string };
