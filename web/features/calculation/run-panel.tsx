import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Square } from 'lucide-react';
import { useRef } from 'react';
import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { RUN_STATUS_LABELS } from '#contracts/calls/run-status.ts';
import { api } from '../../api/client.ts';
import { lockLabel } from '../../api/month-locks.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { TextLink } from '../../ui/link.tsx';
import { RunCauses } from './run-causes.tsx';
import { RunChanges } from './run-changes.tsx';
import { RunCounts } from './run-counts.tsx';
import { isRunActive } from './run-status.ts';

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
  const client = useQueryClient();
  const panel = useRef<HTMLDivElement>(null);
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'publish') => api.post<CalculationRun>(`calculations/${run.id}/${verb}`),
    onSuccess: (answer, verb) => {
      // The button goes with the state that it ends.
      panel.current?.focus();
      if (verb === 'publish') onPublish(answer);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['calculations'] }),
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
