import { type SQL, sql } from 'drizzle-orm';
import { isMonthLocked, PROGRAM_WRITER } from '../../../platform/db/month-lock.ts';
import { exactNameKey, similarNameKey } from '../../../platform/text/match-name.ts';
import { ORIGINS } from '../../../resources/directs.ts';
import { jobKey, type NormalizedJob } from '../normalize/normalize.ts';
import type { Plan } from '../plan/plan.ts';

/** Keeps the names of a page's jobs that no record goes by, in place of those that were kept of these jobs before. */
export function unmatchedStatements(jobs: readonly NormalizedJob[], { unmatched }: Plan, allowed: SQL): SQL[] {
  if (jobs.length === 0) return [];
  const keys = JSON.stringify(jobs.map(jobKey));
  const rows = unmatched.map(({ external_id, column, kind, text }) => [
    ...[external_id, column, kind, text],
    ...[exactNameKey(text), similarNameKey(text), exactNameKey(external_id)],
  ]);
  const forget = sql`DELETE FROM crawl_unmatched WHERE external_id_key IN (SELECT value FROM json_each(${keys})) AND ${allowed}`;
  if (rows.length === 0) return [forget];
  return [
    forget,
    sql`INSERT OR REPLACE INTO crawl_unmatched (external_id, "column", kind, text, text_key, text_fold, external_id_key)
      SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6
      FROM json_each(${JSON.stringify(rows)}) j WHERE ${allowed}`,
  ];
}

/**
 * Names that still wait, as `u` with the direct `d` and its customer `c`: the column is empty, or holds the customer that the crawl made for
 * want of another. What somebody edited by hand waits for nobody.
 */
export const UNMATCHED = sql`crawl_unmatched u LEFT JOIN directs d ON d.external_id_key = u.external_id_key LEFT JOIN customers c ON c.id = d.customer_id
  WHERE CASE WHEN d.id IS NULL THEN EXISTS (SELECT 1 FROM crawl_waiting w WHERE w.external_id_key = u.external_id_key)
    WHEN d.upsert_by = ${ORIGINS.screen} THEN 0
    WHEN u."column" = 'user_id' THEN d.user_id IS NULL
    WHEN u."column" = 'chekkusha_id' THEN d.chekkusha_id IS NULL
    ELSE d.customer_id IS NULL OR c.is_updated = 1 END`;

/** Of these, whose direct is there and may be written now. */
export const IS_FREE = sql`(d.id IS NOT NULL AND d.is_checked = 0 AND NOT ${isMonthLocked(sql`ifnull(d.henkyaku_hi, '')`, PROGRAM_WRITER)})`;
