import { ChevronLeft, ChevronRight, Lock, LockOpen, MessageSquareText } from 'lucide-react';
import type { Statement } from '#contracts/calls/answers/statements.ts';
import { formatDate, formatDateTime, formatMonth } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useAsked } from '../../../ui/hooks/use-asked.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { currentMonth, type YearMonth } from '../../filters/month-selects.tsx';

/** The number of months to choose from; earlier ones are reached by their address. */
const MONTHS_BACK = 36;

interface MonthBarProps {
  month: YearMonth;
  onChange: (month: YearMonth) => void | Promise<void>;
}

/** The month in view: one before, one after, or any of the last years. A press is answered here before what is shown of the month follows. */
export function MonthBar({ month, onChange }: MonthBarProps) {
  const { t } = useText();
  const [chosen, choose] = useAsked(toMonthCount(month), (count) => onChange(fromMonthCount(count)));
  const newest = Math.max(toMonthCount(currentMonth()) + 1, chosen);
  const oldest = Math.min(newest - MONTHS_BACK, chosen);
  const options = Array.from({ length: newest - oldest + 1 }, (_, index) => {
    const { year, month } = fromMonthCount(newest - index);
    return { value: String(newest - index), label: formatMonth(year, month) };
  });
  return (
    <div data-chrome className="-ml-2 flex items-center gap-1">
      <IconButton icon={ChevronLeft} label={t('points.previous_month')} onClick={() => choose(chosen - 1)} />
      <Select
        aria-label={t('points.month')}
        value={String(chosen)}
        onChange={(value) => choose(Number(value))}
        options={options}
        className="w-28 font-medium"
      />
      <IconButton icon={ChevronRight} label={t('points.next_month')} onClick={() => choose(chosen + 1)} />
    </div>
  );
}

/** Whether the month is open, in review or locked; of a locked one which seal the figures come from. */
export function MonthState({ statement }: { statement: Pick<Statement, 'state' | 'review' | 'sealed'> }) {
  const { t } = useText();
  const { state, review, sealed } = statement;
  if (state === 'open') return <Badge icon={LockOpen}>{t('points.state_open')}</Badge>;
  if (state === 'review') {
    return (
      <Badge tone="info" icon={MessageSquareText}>
        {t('points.state_review', { deadline: formatDate(review?.deadline) })}
      </Badge>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="warning" icon={Lock}>
        {t('points.state_locked')}
      </Badge>
      {sealed && (
        <span
          className="text-legend text-muted tabular-nums"
          title={t('points.sealed_full', { time: formatDateTime(sealed.sealed_at), hash: sealed.sha256 })}
        >
          {t('points.sealed', { version: sealed.version, hash: sealed.sha256.slice(0, 8) })}
        </span>
      )}
    </span>
  );
}

const toMonthCount = ({ year, month }: YearMonth) => year * 12 + month - 1;
const fromMonthCount = (count: number): YearMonth => ({ year: Math.floor(count / 12), month: (count % 12) + 1 });
