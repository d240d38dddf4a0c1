import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import type { YearMonth } from '#contracts/months.ts';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { currentMonth } from '../filters/month-selects.tsx';

const ReconcileDialog = lazyPart(() => import('./reconciliation.tsx').then((module) => module.ReconcileDialog));

/** Opens the comparison of a month with the source: this one, or one that is chosen. */
export function ReconcileButton({ month, size }: { month?: YearMonth; size?: 'sm' }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={GitCompare} size={size} onClick={() => setOpen(true)}>
        {t('history.reconcile_open')}
      </Button>
      {isOpen && <ReconcileDialog first={month ?? currentMonth()} onClose={() => setOpen(false)} />}
    </>
  );
}
