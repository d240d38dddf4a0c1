import { type SQL, sql } from 'drizzle-orm';
import { MONTHS_CLOSED_TO_SOURCE } from '../../../platform/db/month-lock.ts';

/** Waiting jobs that a lock keeps from being written, of alias w. */
export const WAITS_FOR_MONTH = sql`w.reason = 'month_locked' AND w.month IN (SELECT month FROM ${MONTHS_CLOSED_TO_SOURCE})`;

/**
 * Statements that follow writes of waiting jobs: which locked months the source has changed jobs of. A month begins with its first such job and
 * ends with its last, so that Admins are told once however many crawls find more.
 */
export function changedMonthStatements(allowed: SQL, time: string): SQL[] {
  const months = sql`SELECT w.month FROM crawl_waiting w WHERE ${WAITS_FOR_MONTH}`;
  return [
    sql`DELETE FROM crawl_changed_months WHERE month NOT IN (${months}) AND ${allowed}`,
    sql`INSERT INTO crawl_changed_months (month, since) SELECT DISTINCT w.month, ${time} FROM crawl_waiting w
      WHERE ${WAITS_FOR_MONTH} AND ${allowed} ON CONFLICT DO NOTHING`,
  ];
}
