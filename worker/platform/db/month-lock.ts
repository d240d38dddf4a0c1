import { type SQL, sql } from 'drizzle-orm';
import { NOW } from './client.ts';
import { query } from './query.ts';
import { asText, readColumn } from './typed-rows.ts';

/** The months that are locked, to select from: `SELECT month FROM ${LOCKED_MONTHS}`. */
export const LOCKED_MONTHS = sql`(SELECT * FROM month_locks WHERE status = 1)`;

/** Those, and the months of a short unlock, which is for people: the source waits. */
export const MONTHS_CLOSED_TO_SOURCE = sql`(SELECT * FROM month_locks WHERE status = 1 OR open_until IS NOT NULL)`;

/** The months that are locked, YYYY-MM. */
export const lockedMonths = query(sql`SELECT month FROM ${LOCKED_MONTHS}`, readColumn(asText));

// A month that is being locked refuses writes a little earlier, so that its seal is not overtaken. A short unlock is for people, or one of them, until
// its end; what has begun to write goes on to its own, as an import of all rows or nothing. Without a writer only the status counts.
const [BEFORE_DATE, BEFORE_WRITER, AFTER_WRITER] = [
  'EXISTS (SELECT 1 FROM month_locks WHERE month = substr(',
  ', 1, 7) AND (status = 1 OR EXISTS (SELECT 1 FROM ',
  ` c WHERE closing_until > c.at OR open_until IS NOT NULL AND (c.user_id IS NULL OR c.source = 'crawl' OR c.user_id <> open_for
    OR c.at >= open_until AND NOT EXISTS (SELECT 1 FROM history h WHERE h.request_id = replace(c.request_id, '-undo', ''))))))`,
] as const;

/** SQL text that is true while some month is being locked: what all months follow from must not move then. */
export const IS_LOCKING_TEXT = 'EXISTS (SELECT 1 FROM month_locks WHERE closing_until > (SELECT at FROM write_context))';

/** SQL text that is true when the month of a YYYY-MM-DD expression is locked for who writes. The triggers refuse by it. */
export function isMonthLockedText(date: string): string {
  return `${BEFORE_DATE}${date}${BEFORE_WRITER}write_context${AFTER_WRITER}`;
}

/** The same as a SQL fragment; 0 for null. In a read, which has no write context, `writer` says who is going to write. */
export function isMonthLocked(date: SQL | string | null, writer: SQL = sql`write_context`): SQL {
  return sql`${sql.raw(BEFORE_DATE)}${date}${sql.raw(BEFORE_WRITER)}${writer}${sql.raw(AFTER_WRITER)}`;
}

/** Who is going to write at a time: a person, or the program by itself. */
export function asWriter(user_id: number | null, at: string | SQL): SQL {
  return sql`(SELECT ${user_id} AS user_id, '' AS source, ${at} AS at, NULL AS request_id)`;
}

/** The program by itself, for a read of what it may write. */
export const PROGRAM_WRITER = asWriter(null, NOW);
