import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { Check, Square } from 'lucide-react';
import { useRef } from 'react';
import type { CalculationChangeRow, CalculationChangeSums, CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { CHANGE_COLUMNS, CHANGE_DIFFERENCE } from '#contracts/calls/calculation-columns.ts';
import { RUN_STATUS_LABELS } from '#contracts/calls/run-status.ts';
import type { Column } from '#contracts/contract.ts';
import { monthKey, monthRange } from '#contracts/months.ts';
import { api, type Row } from '../../api/client.ts';
import { lockLabel } from '../../api/month-locks.ts';
import { useSession } from '../../api/session.tsx';
import { PagedTable } from '../../crud/list/paged-table.tsx';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Badge, NO_VALUE } from '../../ui/feedback/feedback.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { RunCauses } from './run-causes.tsx';
import { isRunActive } from './use-run-notice.ts';
import { useRunRows } from './use-run-rows.ts';

interface RunPanelProps {
  run: CalculationRun;
  locked: boolean | undefined;
  /** The run is on its way to be written. */
  onPublish: (run: CalculationRun) => void;
  /** On its own page, which needs no link to itself. */
  alone?: boolean;
}

/** The newest run of the month: its progress with a stop button, or its result with the jobs it could not compute. */
export function RunPanel({ run, locked, onPublish, alone = false }: RunPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'publish') => api.post<CalculationRun>(`calculations/${run.id}/${verb}`),
    onSuccess: (answer, verb) => {
      // The button goes with the state that it ends.
      panel.current?.focus();
      if (verb === 'publish') onPublish(answer);
    },
    meta: { refreshes: [['calculations']] },
  });
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {isRunActive(run) ? <RunProgress run={run} act={act} /> : <RunResult run={run} locked={locked} alone={alone} act={act} />}
    </div>
  );
}

interface PartProps {
  run: CalculationRun;
  act: UseMutationResult<CalculationRun, Error, 'cancel' | 'publish'>;
}

function RunProgress({ run, act }: PartProps) {
  const { t, lang } = useText();
  return (
    <ProgressBar label={RUN_STATUS_LABELS[run.status][lang]} done={run.done} total={run.total || null}>
      <span>{t('calculate.since', { time: formatDateTime(run.started_at ?? run.created_at) })}</span>
      <Button size="sm" icon={Square} loading={act.isPending} onClick={() => act.mutate('cancel')}>
        {t('control.stop')}
      </Button>
    </ProgressBar>
  );
}

function RunResult({ run, locked, alone, act }: PartProps & { locked: boolean | undefined; alone: boolean }) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-table">
          <RunBadge run={run} />
          <span className="text-muted">{formatDateTime(run.finished_at)}</span>
          {run.message && <span className="text-danger">{run.message}</span>}
          {!alone && (
            <TextLink alone data-chrome to={`/calculate/runs/${run.id}`}>
              {t('calculate.run_page')}
            </TextLink>
          )}
          {run.status === 'preview' && (
            <Button
              variant="primary"
              size="sm"
              icon={Check}
              disabled={locked}
              title={locked ? lockLabel(run) : undefined}
              loading={act.isPending}
              onClick={() => act.mutate('publish')}
            >
              {t('calculate.publish')}
            </Button>
          )}
        </div>
        <RunCounts run={run} />
      </div>
      {run.failed > 0 && <RunCauses run={run} locked={locked} />}
      {run.status === 'preview' && run.changed > 0 && <RunChanges run={run} />}
    </div>
  );
}

export function RunBadge({ run }: { run: CalculationRun }) {
  const { lang } = useText();
  const tones = {
    done: 'success',
    failed: 'danger',
    cancelled: 'neutral',
    preview: 'info',
    queued: 'neutral',
    computing: 'accent',
    publishing: 'accent',
  } as const;
  return <Badge tone={tones[run.status]}>{RUN_STATUS_LABELS[run.status][lang]}</Badge>;
}

/** Lists the jobs whose points a preview would change, each with its people and the difference, and the sum over all of them. */
function RunChanges({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const title = t('calculate.changes', { n: formatNumber(run.changed) });
  const part = useRunRows<CalculationChangeRow, CalculationChangeSums>(run.id, 'changes', 'changes');
  const sum = part.answer.data?.sum;
  const narrow = useNarrow();
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <PagedTable
        {...part}
        rowOf={toRow}
        label={title}
        columns={narrow ? PHONE_COLUMNS : CHANGE_COLUMNS}
        cells={CELLS}
        empty={t('control.no_match')}
        totals={sum && toTotals(sum)}
      />
    </section>
  );
}

/** On a phone the first figure is the head of a job's card: what its points change by, of both kinds together. */
const [NAME, ...OTHERS] = CHANGE_COLUMNS as [Column, ...Column[]];
const PHONE_COLUMNS = [NAME, CHANGE_DIFFERENCE, ...OTHERS];

function computeDifferences(points: CalculationChangeSums) {
  const design = (points.new_design_point ?? 0) - (points.old_design_point ?? 0);
  const check = (points.new_check_point ?? 0) - (points.old_check_point ?? 0);
  return { design_difference: withoutDust(design), check_difference: withoutDust(check), difference: withoutDust(design + check) };
}

/** A difference of binary numbers has rounding errors behind the third decimal. */
const withoutDust = (value: number) => Number(value.toFixed(3));

const toRow = (row: CalculationChangeRow): Row => ({ ...row, ...computeDifferences(row), id: row.direct_id });

function toTotals(sum: CalculationChangeSums) {
  const shown = Object.entries(sum).map(([key, value]) => [key, formatNumber(value, 2)] as const);
  const changed = Object.entries(computeDifferences(sum)).map(([key, value]) => [key, <Difference key={key} value={value} />] as const);
  return Object.fromEntries([...shown, ...changed]);
}

/** Writes a number with its sign; a grey dash where nothing changes. */
function Difference({ value }: { value: number }) {
  if (value === 0) return NO_VALUE;
  const sign = value > 0 ? '+' : '−';
  return <span title={`${sign}${formatNumber(Math.abs(value))}`}>{`${sign}${formatNumber(Math.abs(value), 2)}`}</span>;
}

const CELLS = {
  name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? `#${row.id}`)}</TextLink>,
  difference: (row: Row) => <Difference value={Number(row.difference)} />,
  design_difference: (row: Row) => <Difference value={Number(row.design_difference)} />,
  check_difference: (row: Row) => <Difference value={Number(row.check_difference)} />,
};

/**
 * What became of the jobs of the month: computed, changed, without a result (listed below) and passed over, each with a link to its jobs. What is
 * not there has no words.
 */
function RunCounts({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const { may } = useSession();
  const period = monthRange(`${monthKey(run.year, run.month)}-01`);
  const toJobs = (words: string, filters: Record<string, string>) =>
    toPage(words, `/directs?${new URLSearchParams({ ...period, ...filters })}`);
  const writes = { entity: 'directs', source: 'calculation', from: dayOf(run.started_at), to: dayOf(run.finished_at) };
  const changed = t('calculate.changed', { n: formatNumber(run.changed) });
  const { skipped_checked: checked, skipped_without_points: without, skipped_adjusted: adjusted } = run;
  const isWritten = run.status === 'done' && run.changed > 0 && may(ACTIONS.read_history);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table tabular-nums">
        {toJobs(t('calculate.computed', { n: formatNumber(run.total) }), {
          is_checked: '0',
          ...(!run.include_adjusted && { is_updated: '0' }),
        })}
        {isWritten ? toPage(changed, `/history?${new URLSearchParams(writes)}`) : <span>{changed}</span>}
        <span>{t('calculate.failed', { n: formatNumber(run.failed) })}</span>
        {run.kept_points > 0 && <span>{t('calculate.kept', { n: formatNumber(run.kept_points) })}</span>}
        {run.edited_meanwhile > 0 && <span>{t('calculate.edited_meanwhile', { n: formatNumber(run.edited_meanwhile) })}</span>}
      </p>
      {checked + adjusted > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
          <span className="text-muted">{t('calculate.skipped', { n: formatNumber(checked + adjusted) })}</span>
          {checked > 0 && toJobs(t('calculate.skipped_checked', { n: formatNumber(checked) }), { is_checked: '1' })}
          {without > 0 &&
            toJobs(t('calculate.skipped_without_points', { n: formatNumber(without) }), {
              is_checked: '1',
              result_design_point__empty: '1',
            })}
          {adjusted > 0 && toJobs(t('calculate.skipped_adjusted', { n: formatNumber(adjusted) }), { is_updated: '1', is_checked: '0' })}
        </p>
      )}
    </>
  );
}

const toPage = (words: string, to: string) => (
  <TextLink alone to={to}>
    {words}
  </TextLink>
);

const dayOf = (time: string | null) => time?.slice(0, 10) ?? '';
