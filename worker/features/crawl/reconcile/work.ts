import { sql } from 'drizzle-orm';
import { ACTIVE_WORK_STATUSES } from '../../../contracts/calls/run-status.ts';
import { STAFF } from '../../../contracts/roles.ts';
import { mayOwnerGoOn } from '../../../platform/auth/job-owner.ts';
import { crawlReconciliations } from '../../../platform/db/schema/crawl.ts';
import { failStatement, type QueuedWork } from '../../../platform/queue/run.ts';
import { CRAWL_AUTHOR, FAIL_TEXTS } from '../work.ts';

/** Comparisons with the source as queued work. */
export const reconcileWork: QueuedWork<typeof crawlReconciliations> = {
  table: crawlReconciliations,
  activeStatuses: ACTIVE_WORK_STATUSES,
  progressColumn: 'progress_at',
  source: 'crawl',
  messageFor: (id) => ({ type: 'reconcile', reconciliation_id: id }),
  owner: sql`r.requested_by`,
  mayGoOn: (deps, { requested_by }) => mayOwnerGoOn(deps, requested_by, STAFF),
  fail: async ({ db, clock }, id, reason) =>
    void (await db.write(failStatement(reconcileWork, sql`id = ${id}`, JSON.stringify(FAIL_TEXTS[reason]), clock), CRAWL_AUTHOR)),
};
