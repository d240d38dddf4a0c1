import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Square } from 'lucide-react';
import type { CalculationRun } from '#contracts/calls/calculation.ts';
import { ACTIVE_RUN_STATUSES, RUN_STATUS_LABELS } from '#contracts/calls/run-status.ts';
import { api } from '../../api/client.ts';
import { lockLabel } from '../../api/month-locks.ts';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { TextLink } from '../../ui/link.tsx';
import { RunCauses } from './run-causes.tsx';
import { RunChanges } from './run-changes.tsx';

/** Whether a run is queued or running. */
export function isRunActive(run: CalculationRun): boolean {
  return ACTIVE_RUN_STATUSES.includes(run.status);
}

interface RunPanelProps {
  run: CalculationRun;
  locked: boolean | undefined;
  /** On its own page, which needs no link to itself. */
  alone?: boolean;
}

/** The newest run of the month: its progress with a stop button, or its result with the jobs it could not compute. */
export function RunPanel({ run, locked, alone = false }: RunPanelProps) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'publish') => api.post<CalculationRun>(`calculations/${run.id}/${verb}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['calculations'] }),
  });
  if (isRunActive(run)) {
    return (
      <ProgressBar label={RUN_STATUS_LABELS[run.status][lang]} done={run.done} total={run.total || null}>
        <span>{t('calculate.since', { time: formatDateTime(run.started_at ?? run.created_at) })}</span>
        <Button size="sm" icon={Square} loading={act.isPending} onClick={() => act.mutate('cancel')}>
          {t('control.stop')}
        </Button>
      </ProgressBar>
    );
  }
  return (
    <div className={cx('flex flex-col gap-3', !alone && 'border-t border-line pt-3')}>
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-table">
        <RunBadge run={run} />
        <span className="text-muted">{formatDateTime(run.finished_at)}</span>
        <span className="tabular-nums">
          {t('calculate.counts', { total: formatNumber(run.total), changed: formatNumber(run.changed), failed: formatNumber(run.failed) })}
        </span>
        {run.message && <span className="text-danger">{run.message}</span>}
        {!alone && (
          <TextLink alone to={`/calculate/runs/${run.id}`}>
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
      {run.failed > 0 && <RunCauses run={run} />}
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
