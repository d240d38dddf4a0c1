import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { ReviewThresholds } from '#contracts/calls/answers/month-checklist.ts';
import { useSession } from '../../api/session.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';

const ThresholdsDialog = lazyPart(() => import('./thresholds-dialog.tsx').then((m) => m.ThresholdsDialog));

/** Shows the difference from which a person's total is named; an Admin can change it. */
export function Thresholds({ thresholds }: { thresholds: ReviewThresholds }) {
  const { t } = useText();
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  const { percent, points } = thresholds;
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-3 pl-7 text-legend text-muted">
      {t('calculate.thresholds', { percent: formatNumber(percent), points: formatNumber(points) })}
      {may(ACTIONS.edit_review_thresholds) && (
        <Button size="sm" variant="ghost" icon={SlidersHorizontal} onClick={() => setOpen(true)}>
          {t('calculate.edit_thresholds')}
        </Button>
      )}
      {open && <ThresholdsDialog thresholds={thresholds} onClose={() => setOpen(false)} />}
    </div>
  );
}
