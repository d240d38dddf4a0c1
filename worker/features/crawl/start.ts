import { type SQL, sql } from 'drizzle-orm';
import type { CrawlKind } from '../../contracts/calls/crawl.ts';
import type { SourceSettings } from '../../contracts/calls/crawl-settings.ts';
import { configureSource } from '../../platform/crawl-source.ts';
import type { Query } from '../../platform/db/query.ts';
import type { Deps } from '../../platform/deps.ts';
import { leaseEnd } from '../../platform/queue/run.ts';
import { type StartedRun, startRun } from '../../platform/queue/run-calls.ts';
import { failedSince, NEXT_TRY } from './owed.ts';
import { selectSourceSettings } from './settings/saved.ts';
import { ACTIVE, CRAWL_AUTHOR, crawlWork } from './work.ts';

export interface CrawlRequest {
  kind: CrawlKind;
  /** Null for the scheduled crawl. */
  requested_by: number | null;
  /** Read everything, whatever was read before. */
  full?: boolean;
  request_id?: string;
  /** A statement to run first in the same transaction. */
  before?: SQL;
}

/** The scheduled crawl, by the settings of this moment. */
export async function startScheduledCrawl(deps: Deps): Promise<void> {
  await startCrawl(deps, await deps.db.read(selectSourceSettings), { kind: 'scheduled', requested_by: null });
}

/**
 * Starts a crawl unless one is at work, and puts its first message on the queue; one round trip. The crawl reads everything when it is asked to, or when
 * the day of a pending sync date has come. `view` reads the new run, or the one at work. Null, and nothing is written, where the source is not set up. The
 * run keeps the `saved` settings, so that it reads all its pages by them.
 */
export async function startCrawl<V>(
  deps: Deps,
  saved: SourceSettings | null,
  request: CrawlRequest,
  view?: Query<readonly V[]>,
): Promise<StartedRun<V> | null> {
  const { problem, workflowIds } = configureSource(deps.crawlSource, saved);
  if (problem) return null;
  const { before, requested_by, request_id } = request;
  const insert = insertCrawl(deps, request, saved, workflowIds);
  const author = { ...CRAWL_AUTHOR, user_id: requested_by, request_id };
  return startRun(deps, crawlWork, author, { before, insert, scope: sql`1`, view });
}

/** Id of the crawl at work, as SQL. */
export const ACTIVE_RUN = sql`(SELECT id FROM crawl_runs WHERE status IN ${ACTIVE})`;

/** Clocks differ, and the source may show a change late: each crawl reads one day again. */
const OVERLAP_SECONDS = 86_400;

/** A workflow that was never read is read from its beginning. */
function insertCrawl(
  { clock }: Deps,
  { kind, requested_by, full }: CrawlRequest,
  saved: SourceSettings | null,
  workflowIds: readonly string[],
): SQL {
  const time = clock.time();
  const rests = sql`(SELECT ifnull(${NEXT_TRY} > ${time}, 0) ${failedSince(sql`d.date`)})`;
  const scope = sql`SELECT ${full ? 1 : 0} OR d.date IS NOT NULL AS "full", d.requested_by
    FROM (SELECT 1) LEFT JOIN crawl_sync_date d ON d.date <= ${clock.today()} AND NOT ${rests}`;
  const windows = sql`SELECT j."key" AS place, j.value AS id, ifnull(MAX(0, c."cursor" - ${OVERLAP_SECONDS}), 0) AS updated_from
    FROM json_each(${JSON.stringify(workflowIds)}) j LEFT JOIN crawl_cursors c ON c.workflow_id = j.value`;
  const oldest = sql`(SELECT MIN(updated_from) FROM windows)`;
  return sql`INSERT INTO crawl_runs (created_at, updated_at, lease_until, status, "full", kind, requested_by, settings, workflows, updated_from)
    WITH scope AS (${scope}), windows AS (${windows})
    SELECT ${time}, ${time}, ${leaseEnd(clock)}, 'queued', s."full", iif(s."full" AND ${kind} = 'scheduled', 'sync_date', ${kind}),
      ifnull(${requested_by}, s.requested_by), ${saved && JSON.stringify(saved)},
      (SELECT json_group_array(json_object('id', id, 'updated_from', iif(s."full", 0, updated_from))) FROM (SELECT * FROM windows ORDER BY place)),
      iif(s."full" OR ${oldest} = 0, NULL, datetime(${oldest}, 'unixepoch', '+7 hours'))
    FROM scope s WHERE NOT EXISTS (SELECT 1 FROM crawl_runs WHERE status IN ${ACTIVE}) RETURNING id`;
}
