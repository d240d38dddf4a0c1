import { periodFields } from '../../contracts/calls/totals.ts';
import { completeRange, type DayRange, lastDay, monthBefore, monthKey, monthsBetween, yearMonthOf } from '../../contracts/months.ts';
import type { Lang } from '../../contracts/text.ts';
import { invalidField } from '../../platform/parse-call.ts';

export interface Period extends DayRange {
  /** Every month touched, YYYY-MM, in order; a comparison has none between its two. */
  months: string[];
}

interface PeriodParams {
  year?: number | null;
  month?: number | null;
  exc_start_time?: string | null;
  exc_end_time?: string | null;
}

/** The days of a month, YYYY-MM. */
export function toMonthPeriod(month: string): Period {
  return { from: `${month}-01`, to: lastDay(month), months: [month] };
}

/** So many whole months, the last of them this one (YYYY-MM). */
export function toPeriodUpTo(month: string, count: number): Period {
  const first = monthBefore(month, count - 1);
  return { from: `${first}-01`, to: lastDay(month), months: monthsBetween(first, month) };
}

const MAX_MONTHS = 60;

/**
 * The days meant: those of a range, which lies inside the month or year that is named beside it; half a range ends today or begins with its
 * month; nothing at all is the current month.
 */
export function resolvePeriod(asked: PeriodParams, today: string, lang: Lang): Period {
  const { exc_start_time: start, exc_end_time: end } = asked;
  if (!start && !end) return monthOrYear(asked, today);
  const { from, to } = completeRange(start, end, today);
  const months = monthsBetween(from.slice(0, 7), to.slice(0, 7));
  if (from > to) throw invalidField(periodFields, 'exc_end_time', 'from_day', lang, { min: from });
  if (months.length > MAX_MONTHS) throw invalidField(periodFields, 'exc_start_time', 'longest_range', lang, { max: MAX_MONTHS });
  const named = asked.year || asked.month ? monthOrYear(asked, today) : undefined;
  if (named && (from < named.from || to > named.to)) throw invalidField(periodFields, 'exc_start_time', 'inside_period', lang);
  return { from, to, months };
}

function monthOrYear({ year, month }: PeriodParams, today: string): Period {
  const inYear = year ?? Number(today.slice(0, 4));
  const whole = year !== null && year !== undefined && !month;
  const first = monthKey(inYear, whole ? 1 : (month ?? yearMonthOf(today).month));
  const last = whole ? monthKey(inYear, 12) : first;
  return { from: `${first}-01`, to: lastDay(last), months: monthsBetween(first, last) };
}
