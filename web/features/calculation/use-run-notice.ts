import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { ACTIVE_RUN_STATUSES } from '#contracts/calls/run-status.ts';
import { formatMonth, formatNumber, useText } from '../../i18n/index.ts';
import { IN_PLACE } from '../../layout/address-params.ts';
import { notify } from '../../ui/feedback/feedback.tsx';

/**
 * Shows one notice when a run ends that was seen at work, was started or published here, or was started by the page that led here (`started` in
 * the location's state), and reads the directs again. Answers the function that watches a run.
 */
export function useRunNotice(run: CalculationRun | undefined): (started: CalculationRun) => void {
  const { t } = useText();
  const client = useQueryClient();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const watched = useRef<number | undefined>((state as { started?: number } | null)?.started);
  useEffect(() => {
    if (!run) return;
    if (isRunActive(run)) watched.current = run.id;
    else if (watched.current === run.id) {
      watched.current = undefined;
      // A reload must not show the notice again.
      if (state) navigate({ search }, { ...IN_PLACE, state: null });
      const { year, month, changed, failed } = run;
      if (run.status === 'done')
        notify.success({
          title: t(run.preview ? 'notice.published' : 'notice.calculated', { month: formatMonth(year, month), n: formatNumber(changed) }),
          text: failed > 0 ? t('notice.not_calculated', { n: formatNumber(failed) }) : undefined,
          action: { label: t('notice.see_totals'), onClick: () => void navigate(`/total?year=${year}&month=${month}`) },
        });
      for (const key of ['directs', 'directs_techousei', 'totals', 'month-checklist']) void client.invalidateQueries({ queryKey: [key] });
    }
  }, [run, client, t, state, search, navigate]);
  return (started) => {
    watched.current = started.id;
  };
}

/** Whether a run is queued or running. */
export function isRunActive(run: CalculationRun): boolean {
  return ACTIVE_RUN_STATUSES.includes(run.status);
}
