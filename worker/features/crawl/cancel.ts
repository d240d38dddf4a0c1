import { sql } from 'drizzle-orm';
import type { SyncAnswer } from '../../contracts/calls/answers/crawl.ts';
import type { CrawlRun } from '../../contracts/calls/crawl.ts';
import type { crawlCalls } from '../../contracts/calls/declared/crawl.ts';
import { isAdmin } from '../../contracts/roles.ts';
import { requireVisible } from '../../crud/read.ts';
import { queryRowById } from '../../crud/row.ts';
import type { CallInput, GrantedRecord } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { hasRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { runsResourceFor, toCrawlRun } from './runs.ts';
import { ACTIVE } from './work.ts';

/**
 * `POST crawls/{id}/cancel`: ends a crawl at once. What it wrote stays, its cursors do not move. Of a crawl of everything an Admin's word is the
 * last; after anybody else's it is tried again. Throws `run_finished`.
 */
export async function cancelCrawl({ caller, grant, id }: GrantedRecord): Promise<CrawlRun> {
  const runs = runsResourceFor(caller);
  const actor = await caller.require(grant);
  const cancellation = sql`UPDATE crawl_runs SET status = 'cancelled', message = NULL, claim = NULL, version = version + 1,
    finished_at = ${caller.clock.time()} WHERE id = ${id} AND status IN ${ACTIVE} RETURNING id`;
  const written = await caller.write(
    {
      isCancelled: query(cancellation, hasRows),
      forgottenDate: sql`DELETE FROM crawl_sync_date WHERE ${isAdmin(actor.roles) ? 1 : 0} AND date <= ${caller.clock.today()}
        AND EXISTS (SELECT 1 FROM crawl_runs WHERE id = ${id} AND "full" = 1 AND status = 'cancelled')`,
      run: queryRowById(runs, id),
    },
    'crawl',
  );
  const found = requireVisible(runs, written.run, caller.lang);
  if (!written.isCancelled) throw new AppError('run_finished', { what: runs.contract.label[caller.lang] });
  return toCrawlRun(found)!;
}

/** `DELETE sync-base-data`: no crawl of everything is owed or planned any more. */
export async function cancelSync({ caller, grant }: CallInput<typeof crawlCalls.cancelSync>): Promise<SyncAnswer> {
  await caller.require(grant);
  await caller.write([sql`DELETE FROM crawl_sync_date`], 'crawl');
  return { date: null, run: null };
}
