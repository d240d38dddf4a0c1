import { monthBefore } from '../../worker/contracts/months.ts';
/** Monday to Friday from the first to the last day, both included, as YYYY-MM-DD. */
export function listWorkdays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days.push(day);
  }
  return days;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first day of the month that lies so many months before the day's. */
export function findMonthStart(day: string, monthsBefore = 0): string {
  return `${monthBefore(day.slice(0, 7), monthsBefore)}-01`;
}
