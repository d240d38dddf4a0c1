import { sql } from 'drizzle-orm';
import { STAFF } from '../../../contracts/roles.ts';
import { crawlReconciliations } from '../../../platform/db/schema/crawl.ts';
import { defineRun } from '../../../platform/queue/define-run.ts';
import { keepFailure } from '../work.ts';

/** Comparisons with the source as queued work. */
export const reconcileWork = defineRun({
  table: crawlReconciliations,
  label: { vi: 'lần đối chiếu', en: 'comparison' },
  source: 'crawl',
  listing: { kind: 'reconciliation', what: sql`r.month`, path: sql`'/directs/crawls'`, done: sql`r.jobs` },
  messageFor: (id) => ({ type: 'reconcile', reconciliation_id: id }),
  grant: () => STAFF,
  keepReason: keepFailure,
});
