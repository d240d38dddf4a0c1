import { type SQL, sql } from 'drizzle-orm';

/** 1 when the month of a YYYY-MM-DD expression is locked. */
export function isMonthLocked(date: SQL | string | null): SQL {
  return sql`EXISTS (SELECT 1 FROM month_locks WHERE month = substr(${date}, 1, 7) AND status = 1)`;
}
