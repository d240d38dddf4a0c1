import { formatMonthKey, monthBefore, monthsBetween } from '#contracts/months.ts';
import { officeToday } from '../../i18n/office-today.ts';

/** A year before the present month and a year after it, the latest first. */
export function listMonths(): string[] {
  const now = officeToday().slice(0, 7);
  return monthsBetween(monthBefore(now, 12), monthBefore(now, -12)).reverse();
}

export const toMonthOptions = (months: readonly string[]) => months.map((month) => ({ value: month, label: formatMonthKey(month) }));
