export const YEAR = { vi: 'Năm', en: 'Year' };
export const MONTH = { vi: 'Tháng', en: 'Month' };

/** A month as calls and addresses name it. */
export interface YearMonth {
  year: number;
  month: number;
}

/** The month of a YYYY-MM, or of a day. */
export function yearMonthOf(text: string): YearMonth {
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)) };
}

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
  const { year, month: number } = yearMonthOf(month);
  return `${month}-${daysInMonth(year, number)}`;
}

/** The first and last day of the month of a day (`YYYY-MM-DD`), or of one `offset` months away, as the date filters of a list. */
export function monthRange(today: string, offset = 0): { exc_start_time: string; exc_end_time: string } {
  const { year, month } = yearMonthOf(today);
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
  for (let month = first; month <= last; month = monthBefore(month, -1)) months.push(month);
  return months;
}

/** The YYYY-MM that lies so many months before another; a distance below 0 is one after it. */
export function monthBefore(month: string, distance: number): string {
  const { year, month: number } = yearMonthOf(month);
  const index = year * 12 + number - 1 - distance;
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
