import { monthKey, type YearMonth } from '#contracts/months.ts';
import { useFindLock } from '../../api/month-locks.ts';
import { formatMonth, useText } from '../../i18n/index.ts';
import { LockNotice } from '../../layout/lock-notice.tsx';

/** Says that a month cannot be calculated while it is locked; nothing for an open one. */
export function LockedCalculation({ month: { year, month } }: { month: YearMonth }) {
  const { t } = useText();
  const lock = useFindLock()(monthKey(year, month));
  return lock && <LockNotice lock={lock} text={t('calculate.locked', { month: formatMonth(year, month) })} />;
}
