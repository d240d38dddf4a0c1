import { ChevronLeft, ChevronRight, Lock, LockOpen, MessageSquareText } from 'lucide-react';
import type { Statement } from '#contracts/calls/answers/statements.ts';
import { formatMonthKey, monthBefore, monthKey, monthsBetween, type YearMonth, yearMonthOf } from '#contracts/months.ts';
import { formatDate, formatDateTime, officeToday, useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Badge } from '../../../ui/feedback/feedback.tsx';
import { useAsked } from '../../../ui/hooks/store.ts';
import { Select } from '../../../ui/inputs/select.tsx';

/** The number of months to choose from; earlier ones are reached by their address. */
const MONTHS_BACK = 36;

interface MonthBarProps {
  month: YearMonth;
  onChange: (month: YearMonth) => void | Promise<void>;
  /** Without the buttons to the months beside it. */
  plain?: boolean;
}

/** The month in view: one before, one after, or any of the last years. A press is answered here before what is shown of the month follows. */
export function MonthBar({ month, onChange, plain = false }: MonthBarProps) {
  const { t } = useText();
  const [chosen, choose] = useAsked(monthKey(month.year, month.month), (key) => onChange(yearMonthOf(key)));
  const next = monthBefore(officeToday().slice(0, 7), -1);
  const ends = [monthBefore(next, MONTHS_BACK), next, chosen].sort();
  const months = monthsBetween(ends[0]!, ends.at(-1)!).reverse();
  return (
    <div data-chrome className={cx('flex items-center gap-1', !plain && '-ml-2')}>
      {!plain && <IconButton icon={ChevronLeft} label={t('points.previous_month')} onClick={() => choose(monthBefore(chosen, 1))} />}
      <Select
        aria-label={t('points.month')}
        value={chosen}
        onChange={choose}
        options={months.map((key) => ({ value: key, label: formatMonthKey(key) }))}
        className="w-28 font-medium"
      />
      {!plain && <IconButton icon={ChevronRight} label={t('points.next_month')} onClick={() => choose(monthBefore(chosen, -1))} />}
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
