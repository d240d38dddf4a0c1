import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { monthBefore, yearMonthOf } from '#contracts/months.ts';
import { api } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { officeToday, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { LockedCalculation } from '../calculation/locked-calculation.tsx';
import { MonthSelects } from '../filters/month-selects.tsx';

/** Year and month to calculate, the previous month first; the run goes on on its own page. */
export function CalculateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => yearMonthOf(monthBefore(officeToday().slice(0, 7), 1)));
  const locked = useMonthLock(chosen);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post<CalculationRun>('calculate-new', chosen),
    // A short run may end before the page reads it: naming it here lets the page report its end.
    onSuccess: (run) => navigate(`/calculate?year=${run.year}&month=${run.month}`, { state: { started: run.id } }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('route.calculate')}
      footer={
        <>
          <Button onClick={onClose}>{t('control.cancel')}</Button>
          <Button variant="primary" disabled={locked} loading={isPending} onClick={() => mutate()}>
            {t('route.calculate')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <MonthSelects value={chosen} onChange={setChosen} />
        <LockedCalculation month={chosen} />
      </div>
    </Dialog>
  );
}
