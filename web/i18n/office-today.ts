import { toOfficeTime } from '#text/office-time.ts';

/** The wall time in the office (Asia/Ho_Chi_Minh) now, or so much later, `YYYY-MM-DD HH:mm:ss`. */
export function officeNow(laterMs = 0): string {
  return toOfficeTime(Date.now() + laterMs);
}

/** Today in the office (Asia/Ho_Chi_Minh), YYYY-MM-DD. */
export function officeToday(): string {
  return officeNow().slice(0, 10);
}
