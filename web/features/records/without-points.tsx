import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Calculator } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { ACTIVE_RUN_STATUSES } from '#contracts/calls/run-status.ts';
import type { Contract } from '#contracts/contract.ts';
import { yearMonthOf } from '#contracts/months.ts';
import { api, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { formatMonth, formatNumber, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface Question {
  /** YYYY-MM of the job, to calculate first. */
  month: string | undefined;
  answer: (isChecked: boolean) => void;
}

/**
 * Asks before a job without points is checked, which a calculation passes over from then on; of records that have no points it asks nothing.
 * `dialog` is drawn by whoever asks.
 */
export function useAskWithoutPoints({ fields, dated }: Contract) {
  const [question, setQuestion] = useState<Question>();
  const hasPoints = Object.hasOwn(fields, 'result_design_point');
  const mayCheck = useCallback(
    async (row: Row): Promise<boolean> => {
      if (!hasPoints || hasAnyPoints(row)) return true;
      const isChecked = await new Promise<boolean>((answer) => setQuestion({ month: monthOf(row, dated), answer }));
      setQuestion(undefined);
      return isChecked;
    },
    [hasPoints, dated],
  );
  return { mayCheck, dialog: question && <WithoutPointsDialog {...question} /> };
}

/** One of the two points is enough, as for the server. */
export function hasAnyPoints({ result_design_point, result_check_point }: Row): boolean {
  return (result_design_point ?? result_check_point ?? null) !== null;
}

/** YYYY-MM of a dated record. */
export function monthOf(row: Row | undefined, dated: string | undefined): string | undefined {
  return String((dated && row?.[dated]) ?? '').slice(0, 7) || undefined;
}

function WithoutPointsDialog({ month, answer }: Question) {
  const { t } = useText();
  return (
    <Dialog
      size="md"
      open
      onClose={() => answer(false)}
      title={t('page.without_points', { n: 1 })}
      footer={
        <>
          <Button onClick={() => answer(false)}>{t('control.cancel')}</Button>
          <Button onClick={() => answer(true)}>{t('page.check_without_points')}</Button>
          <CalculateFirst month={month} onLeave={() => answer(false)} />
        </>
      }
    >
      {/* It has the focus, not a button: a second press of the key that asked, made in haste, chooses nothing. */}
      <p tabIndex={-1} ref={takeFocus} className="text-muted outline-none">
        {t('page.without_points_text')}
      </p>
    </Dialog>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

interface CalculateFirstProps {
  /** YYYY-MM. */
  month: string | undefined;
  onLeave: () => void;
}

/** Calculates a month in its place, for those who may start that; then the rows are read again. It goes on where the dialog is left. */
export function CalculateFirst({ month, onLeave }: CalculateFirstProps) {
  const { t } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (of: string) => {
      let run = await api.post<CalculationRun>('calculate-new', yearMonthOf(of));
      while (ACTIVE_RUN_STATUSES.includes(run.status)) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        run = await api.get<CalculationRun>(`calculations/${run.id}`);
      }
      return run;
    },
    onSuccess: async ({ status, year, month, changed, failed, message }) => {
      for (const key of ['directs', 'directs_techousei', 'totals', 'month-checklist']) void client.invalidateQueries({ queryKey: [key] });
      onLeave();
      const title = t('notice.calculated', { month: formatMonth(year, month), n: formatNumber(changed) });
      const text = failed > 0 ? t('notice.not_calculated', { n: formatNumber(failed) }) : undefined;
      if (status === 'done') notify.success({ title, text });
      else if (message) notify.failure({ title: message });
    },
  });
  return (
    month !== undefined &&
    may(ACTIONS.calculate) && (
      <Button variant="primary" icon={Calculator} loading={isPending} onClick={() => mutate(month)}>
        {t('page.calculate_first')}
      </Button>
    )
  );
}

const POLL_MS = 700;
