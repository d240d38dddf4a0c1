import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import type { ScenarioRunAnswer } from '#contracts/calls/answers/rule-scenarios.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { RUN_STATES } from '#contracts/calls/runs.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { api, type Page, read } from '../../api/client.ts';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/feedback/feedback.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { type MonthSpan, MonthsForm } from './months-form.tsx';
import { TrialResults } from './trial-results.tsx';

const POLL_MS = 1000;
const isActive = ({ status }: ScenarioRunAnswer) => isWorkActive(status);

interface TrialsProps {
  id: number;
  /** The month in which it is to begin, which it can be tried on too. */
  begins: string | undefined;
  /** Otherwise it has ended: what was tried stays to be read. */
  isDraft: boolean;
}

/** Tries a scenario on months, and shows what came of the newest trial. */
export function Trials({ id, begins, isDraft }: TrialsProps) {
  const { t } = useText();
  const client = useQueryClient();
  const key = ['rule_scenarios', id, 'runs'];
  const { data } = useQuery({
    queryKey: key,
    staleTime: 0,
    ...read<Page<ScenarioRunAnswer>>(`rule_scenarios/${id}/runs`, { limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? POLL_MS : false),
  });
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const start = useMutation({
    mutationFn: (months: MonthSpan) => api.post<ScenarioRunAnswer>(`rule_scenarios/${id}/runs`, months),
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: (run: number) => api.post(`rule_scenarios/${id}/runs/${run}/cancel`),
    onSettled: refresh,
  });
  const run = data?.data[0];
  if (!isDraft && !run) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('scenarios.try')}</h2>
      {isDraft && (
        <>
          <p className="text-muted">{t('scenarios.try_help')}</p>
          {begins && <p className="text-muted">{t('scenarios.try_as_if', { month: formatMonthKey(begins) })}</p>}
          <MonthsForm
            label={t('calculate.try_now')}
            icon={Play}
            loading={start.isPending}
            latest={begins}
            onSubmit={(months) => start.mutate(months)}
          />
        </>
      )}
      {run && isActive(run) && (
        <ProgressBar label={t('scenarios.try')} done={run.done} total={run.total || null}>
          <Button size="sm" icon={Square} loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            {t('control.stop')}
          </Button>
        </ProgressBar>
      )}
      {run && !isActive(run) && <TrialSummary run={run} isDraft={isDraft} />}
      {run?.status === 'done' && <TrialResults key={run.id} run={run} />}
    </section>
  );
}

function TrialSummary({ run, isDraft }: { run: ScenarioRunAnswer; isDraft: boolean }) {
  const { t, lang } = useText();
  const tone = run.status === 'done' ? 'success' : run.status === 'failed' ? 'danger' : 'neutral';
  const counts = { total: formatNumber(run.total), up: formatNumber(run.up), down: formatNumber(run.down), same: formatNumber(run.same) };
  const notes = (['kept', 'failed', 'stale'] as const).filter((name) => run[name] > 0 && (isDraft || name !== 'stale'));
  return (
    <div role="status" className="flex flex-col gap-1 text-table">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge tone={tone}>{RUN_STATES[run.status][lang]}</Badge>
        <span>{`${formatMonthKey(run.from)} – ${formatMonthKey(run.to)}`}</span>
        <span className="text-muted">{formatDateTime(run.finished_at)}</span>
        {run.status === 'done' && <strong className="font-semibold tabular-nums">{t('scenarios.summary', counts)}</strong>}
        {run.status === 'done' && (
          <span className="tabular-nums">
            {t('scenarios.sums', { before: formatNumber(run.before ?? 0, 2), after: formatNumber(run.after ?? 0, 2) })}
          </span>
        )}
      </div>
      {run.message && <p className="text-danger">{run.message}</p>}
      {isDraft && run.outdated && run.status === 'done' && <p className="text-danger">{t('scenarios.outdated')}</p>}
      {notes.map((name) => (
        <p key={name} className="text-muted">
          {t(`scenarios.${name}`, { n: formatNumber(run[name]) })}
        </p>
      ))}
    </div>
  );
}
