import { Calculator } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Contract } from '#contracts/contract.ts';
import { yearMonthOf } from '#contracts/months.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
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

/** Leads to the calculation of a month, for those who may start one. */
export function CalculateFirst({ month, onLeave }: CalculateFirstProps) {
  const { t } = useText();
  const { may } = useSession();
  const navigate = useNavigate();
  const calculate = () => {
    onLeave();
    const { year, month: number } = yearMonthOf(month!);
    void navigate(`/calculate?year=${year}&month=${number}`);
  };
  return (
    month !== undefined &&
    may(ACTIONS.calculate) && (
      <Button variant="primary" icon={Calculator} onClick={calculate}>
        {t('page.calculate_first')}
      </Button>
    )
  );
}
