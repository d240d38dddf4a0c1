export const YEAR = { vi: 'Năm', en: 'Year' };
export const MONTH = { vi: 'Tháng', en: 'Month' };

/** YYYY-MM. */
export function monthKey(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** A YYYY-MM, a day, a time, or several of them, as people read them: `2026/10`, `2026/10/05`. Every text that is read by people has it so. */
export function formatMonthKey(month: string): string {
  return month.replaceAll('-', '/');
}

/** The last day of a YYYY-MM. */
export function lastDay(month: string): string {
  return `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))}`;
}

/** The first and last day of the month of a day (`YYYY-MM-DD`), or of one `offset` months away, as the date filters of a list. */
export function monthRange(today: string, offset = 0): { exc_start_time: string; exc_end_time: string } {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const day = (date: number) => new Date(date).toISOString().slice(0, 10);
  return { exc_start_time: day(Date.UTC(year, month - 1 + offset, 1)), exc_end_time: day(Date.UTC(year, month + offset, 0)) };
}

/** First and last day, YYYY-MM-DD, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** The days that half a range means: without an end until today, of a month to come all of it; without a start from its month's first day. */
export function completeRange(start: string | null | undefined, end: string | null | undefined, today: string): DayRange {
  const to = end || (start! > today ? lastDay(start!.slice(0, 7)) : today);
  return { from: start || `${to.slice(0, 7)}-01`, to };
}

/** Every YYYY-MM from the first to the last, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]; monthKey(year, month) <= last; ) {
    months.push(monthKey(year, month));
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return months;
}

/** The YYYY-MM that lies so many months before another. */
export function monthBefore(month: string, distance: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - distance;
  return monthKey(Math.floor(index / 12), (index % 12) + 1);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const MAX_YEARS_BACK = 10;
const MAX_YEARS_AHEAD = 2;

/** Whether a day's year is so far from today's, ten back or two ahead, that a digit is likelier to be wrong. */
export function isFarDay(day: string, today: string): boolean {
  const years = Number(day.slice(0, 4)) - Number(today.slice(0, 4));
  return years < -MAX_YEARS_BACK || years > MAX_YEARS_AHEAD;
}
