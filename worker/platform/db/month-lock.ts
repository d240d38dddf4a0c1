import { type SQL, sql } from 'drizzle-orm';
import { query } from './query.ts';
import { asText, readColumn } from './typed-rows.ts';

/** The months that are locked, to select from: `SELECT month FROM ${LOCKED_MONTHS}`. */
export const LOCKED_MONTHS = sql`(SELECT * FROM month_locks WHERE status = 1)`;

/** The months that are locked, YYYY-MM. */
export const lockedMonths = query(sql`SELECT month FROM ${LOCKED_MONTHS}`, readColumn(asText));

// A month that is being locked refuses writes a little earlier, so that its seal is not overtaken; no write context, no such moment.
const [BEFORE_DATE, AFTER_DATE] = [
  'EXISTS (SELECT 1 FROM month_locks WHERE month = substr(',
  ', 1, 7) AND (status = 1 OR closing_until > (SELECT at FROM write_context)))',
] as const;

/** SQL text that is true while some month is being locked: what all months follow from must not move then. */
export const IS_LOCKING_TEXT = 'EXISTS (SELECT 1 FROM month_locks WHERE closing_until > (SELECT at FROM write_context))';

/** SQL text that is true when the month of a YYYY-MM-DD expression is locked. The triggers refuse by it. */
export function isMonthLockedText(date: string): string {
  return `${BEFORE_DATE}${date}${AFTER_DATE}`;
}

/** The same as a SQL fragment, for a query before a write; 0 for null. */
export function isMonthLocked(date: SQL | string | null): SQL {
  return sql`${sql.raw(BEFORE_DATE)}${date}${sql.raw(AFTER_DATE)}`;
}
