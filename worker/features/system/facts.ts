import { sql } from 'drizzle-orm';
import { query } from '../../platform/db/query.ts';
import { restoreDrills } from '../../platform/db/schema/restore-drills.ts';
import { heartbeats, systemAlerts } from '../../platform/db/schema/system.ts';
import { asJson, asNumber, asText, orNull, readFirst, readOne, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { utcMonth } from './row-use.ts';

const DAY_MS = 86_400_000;

/** Jobs that were given up and that neither an Admin settled nor a later one of the same kind made good. */
const IS_UNSETTLED = sql`dead_at IS NOT NULL AND settled_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM heartbeats h WHERE h.name = failed_jobs.type AND h.ok_at > dead_at)`;

/** SQL text of the names that find several people, one of whom has it for their own: nobody gets one any more, those from before are told. */
export const SHARED_NAMES =
  'SELECT "key" FROM person_names WHERE "key" IS NOT NULL GROUP BY "key" HAVING COUNT(DISTINCT user_id) > 1 AND MAX(is_own) = 1';

/** What the checks are judged by: a few rows found by an index each, so that it may be read every minute. */
export function selectFacts(now: number) {
  const since = toOfficeTime(now - DAY_MS).slice(0, 13);
  return {
    heartbeats: query(
      sql`SELECT * FROM heartbeats`,
      readRows(heartbeats, (row) => [row.name, row] as const),
    ),
    crawl: query(
      sql`SELECT (SELECT finished_at FROM crawl_runs WHERE status = 'done' ORDER BY id DESC LIMIT 1) AS done_at,
        (SELECT created_at FROM crawl_runs ORDER BY id LIMIT 1) AS first_at,
        (SELECT status FROM crawl_runs WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS outcome`,
      readOne({ done_at: orNull(asText), first_at: orNull(asText), outcome: orNull(asText) }),
    ),
    nightlyOutcome: query(
      sql`SELECT (SELECT status FROM calculation_runs WHERE source = 'cron' AND finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS outcome`,
      readValue(orNull(asText)),
    ),
    drill: query(
      sql`SELECT * FROM restore_drills WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
      readFirst({ finished_at: asText, outcome: restoreDrills.outcome, message: restoreDrills.message }),
    ),
    seals: query(
      sql`SELECT MAX(p.proved_at) AS at, COUNT(p.problem) AS differing,
          (SELECT json_group_array(DISTINCT s.month) FROM month_seals s JOIN month_seal_proofs d ON d.seal_id = s.id WHERE d.problem IS NOT NULL) AS months
        FROM month_seal_proofs p`,
      readOne({ at: orNull(asText), differing: asNumber, months: asJson<string[]>() }),
    ),
    dead: query(sql`SELECT COUNT(*) AS dead FROM failed_jobs WHERE ${IS_UNSETTLED}`, readValue(asNumber)),
    bytes: query(sql`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`, readValue(asNumber)),
    usage: query(
      sql`SELECT ifnull(SUM(rows_read), 0) AS rows_read, ifnull(SUM(rows_written), 0) AS rows_written FROM row_use WHERE month = ${utcMonth(now)}`,
      readOne({ rows_read: asNumber, rows_written: asNumber }),
    ),
    errors: query(
      sql`SELECT ifnull(SUM(count), 0) AS errors FROM call_figures WHERE hour >= ${since} AND kind = 'error'`,
      readValue(asNumber),
    ),
    slowestMs: query(
      sql`SELECT MAX(worst_ms) AS ms FROM call_figures WHERE hour >= ${since} AND kind = 'slow'`,
      readValue(orNull(asNumber)),
    ),
    sharedNames: query(sql`SELECT COUNT(*) AS names FROM (${sql.raw(SHARED_NAMES)})`, readValue(asNumber)),
    alerts: query(sql`SELECT * FROM system_alerts WHERE mended_at IS NULL`, readRows(systemAlerts)),
  };
}
