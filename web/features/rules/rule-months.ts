import { formatMonthKey, monthBefore, monthsBetween } from '#contracts/months.ts';
import { officeToday, type useText } from '../../i18n/index.ts';

/** A year before the present month and a year after it, the latest first. */
export function listMonths(): string[] {
  const now = officeToday().slice(0, 7);
  return monthsBetween(monthBefore(now, 12), monthBefore(now, -12)).reverse();
}

export const toMonthOptions = (months: readonly string[]) => months.map((month) => ({ value: month, label: formatMonthKey(month) }));

/** The months in which a version counts, from the first to the last one. */
export function periodText(from: string | null | undefined, to: string | null | undefined, t: ReturnType<typeof useText>['t']): string {
  const [first, last] = [from, to].map((month) => (month ? formatMonthKey(month) : ''));
  if (first && last) return t('page.rule_from_to', { from: first, to: last });
  return first ? t('page.rule_from', { from: first }) : last ? t('page.rule_to', { to: last }) : t('page.rule_always');
}
