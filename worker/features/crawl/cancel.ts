import { sql } from 'drizzle-orm';
import type { SyncAnswer } from '../../contracts/calls/answers/crawl.ts';
import type { CrawlRun } from '../../contracts/calls/crawl.ts';
import type { crawlCalls } from '../../contracts/calls/declared/crawl.ts';
import { isAdmin } from '../../contracts/roles.ts';
import type { CallInput, GrantedRecord } from '../../platform/call-routes.ts';
import type { Actor } from '../../platform/caller.ts';
import { cancelRun } from '../../platform/queue/run-calls.ts';
import { selectCrawlRun } from './runs.ts';
import { crawlWork } from './work.ts';

/**
 * `POST crawls/{id}/cancel`: ends a crawl at once. What it wrote stays, its cursors do not move. Of a crawl of everything an Admin's word is the
 * last; after anybody else's it is tried again. Throws `run_finished`.
 */
export function cancelCrawl(input: GrantedRecord): Promise<CrawlRun> {
  const { caller, id } = input;
  const forgetDate = ({
    roles,
  }: Actor) => sql`DELETE FROM crawl_sync_date WHERE ${isAdmin(roles) ? 1 : 0} AND date <= ${caller.clock.today()}
    AND EXISTS (SELECT 1 FROM crawl_runs WHERE id = ${id} AND "full" = 1 AND status = 'cancelled')`;
  return cancelRun(crawlWork, input, { also: forgetDate, view: () => selectCrawlRun(caller, id) });
}

/** `DELETE sync-base-data`: no crawl of everything is owed or planned any more. */
export async function cancelSync({ caller, grant }: CallInput<typeof crawlCalls.cancelSync>): Promise<SyncAnswer> {
  await caller.require(grant);
  await caller.write([sql`DELETE FROM crawl_sync_date`], 'crawl');
  return { date: null, run: null };
}
