import { toOfficeTime } from '#text/office-time.ts';

/** The wall time in the office (Asia/Ho_Chi_Minh) now, or so much later, `YYYY-MM-DD HH:mm:ss`. */
export function officeNow(laterMs = 0): string {
  return toOfficeTime(Date.now() + laterMs);
}

/** Today in the office (Asia/Ho_Chi_Minh), YYYY-MM-DD. */
export function officeToday(): string {
  return officeNow().slice(0, 10);
}

/** The first and last day of the month of a day (`YYYY-MM-DD`), or of one `offset` months away, as the date filters of a list. */
export function monthRange(today: string, offset = 0): { exc_start_time: string; exc_end_time: string } {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const day = (date: number) => new Date(date).toISOString().slice(0, 10);
  return { exc_start_time: day(Date.UTC(year, month - 1 + offset, 1)), exc_end_time: day(Date.UTC(year, month + offset, 0)) };
}
