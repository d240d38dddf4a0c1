import { type SQL, sql } from 'drizzle-orm';
import type { NoCrawl } from '../../../contracts/calls/answers/crawl.ts';
import type { CrawlDifference, CrawlReconciliation } from '../../../contracts/calls/answers/crawl-reconciliations.ts';
import type { DifferenceKind } from '../../../contracts/calls/crawl-reconciliations.ts';
import type { crawlReconciliationCalls as calls } from '../../../contracts/calls/declared/crawl-reconciliations.ts';
import { monthKey, yearMonthOf } from '../../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../../contracts/paging.ts';
import type { Lang } from '../../../contracts/text.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { configureSource } from '../../../platform/crawl-source.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { crawlDifferences, crawlReconciliations } from '../../../platform/db/schema/crawl.ts';
import { asNumber, asOption, asText, orNull, type RowOf, readFirst, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { activeStatuses } from '../../../platform/queue/run.ts';
import { cancelRun, insertRun, requireRun, startRun } from '../../../platform/queue/run-calls.ts';
import { requireRoomInQueue } from '../../../platform/queue/waiting-work.ts';
import { readMessage } from '../runs.ts';
import { selectSourceSettings } from '../settings/saved.ts';
import { reconcileWork } from './work.ts';

/** `POST /crawl_reconciliations {year, month}`: starts a comparison, or answers the one of that month that is at work. */
export async function startReconciliation(
  deps: Deps,
  { caller, grant, values }: CallInput<typeof calls.start>,
): Promise<{ answer: CrawlReconciliation | NoCrawl; created: boolean }> {
  const { results: saved } = await caller.read(grant, () => selectSourceSettings);
  const { problem } = configureSource(deps.crawlSource, saved);
  if (problem) return { answer: { id: null, status: 'not_configured', message: problem.text[caller.lang] }, created: false };
  const { id } = await requireRoomInQueue(deps, caller, grant);
  const month = monthKey(values.year, values.month);
  const started = await startRun(
    deps,
    reconcileWork,
    { user_id: id, source: 'crawl', request_id: caller.requestId },
    {
      insert: insertRun(reconcileWork, deps, { month, requested_by: id, settings: saved && JSON.stringify(saved) }),
      scope: sql`month = ${month}`,
      view: selectRuns(sql`r.month = ${month} AND r.status IN ${activeStatuses(reconcileWork)}`, caller.lang),
    },
  );
  return { answer: started!.run, created: started!.created };
}

/** `GET /crawl_reconciliations?year=&month=`. */
export async function listReconciliations({
  caller,
  grant,
  values,
}: CallInput<typeof calls.list>): Promise<{ data: CrawlReconciliation[] }> {
  const ofMonth = sql`r.month = ${monthKey(values.year, values.month)}`;
  return { data: (await caller.read(grant, () => selectRuns(ofMonth, caller.lang))).results };
}

/** `GET /crawl_reconciliations/{id}`. */
export async function readReconciliation({ caller, grant, id }: CallInput<typeof calls.read>): Promise<CrawlReconciliation> {
  const { results } = await caller.read(grant, () => selectRuns(sql`r.id = ${id}`, caller.lang));
  return requireRun(reconcileWork, results, caller.lang);
}

/** `POST /crawl_reconciliations/{id}/cancel`. Throws `run_finished`. */
export function cancelReconciliation(input: CallInput<typeof calls.cancel>): Promise<CrawlReconciliation> {
  return cancelRun(reconcileWork, input, { view: () => selectRuns(sql`r.id = ${input.id}`, input.caller.lang) });
}

/** `GET /crawl_reconciliations/{id}/differences?kind=&page=&limit=`; people, customers and categories by name on both sides. */
export async function listDifferences({
  caller,
  grant,
  id,
  values,
}: CallInput<typeof calls.listDifferences>): Promise<Envelope<CrawlDifference>> {
  const page = readPage(values, 25);
  const where = sql`f.reconciliation_id = ${id} AND ${values.kind ? sql`f.kind = ${values.kind}` : sql`1`}`;
  const here = sql`CASE f."column" WHEN 'customer_id' THEN (SELECT name FROM customers WHERE id = f.here)
    WHEN 'work_category_id' THEN (SELECT work_name FROM work_categories WHERE id = f.here)
    WHEN 'user_id' THEN (SELECT name FROM users WHERE id = f.here) WHEN 'chekkusha_id' THEN (SELECT name FROM users WHERE id = f.here) ELSE f.here END`;
  const { results } = await caller.read(grant, () => ({
    run: selectRuns(sql`r.id = ${id}`, caller.lang),
    count: query(sql`SELECT COUNT(*) AS total FROM crawl_differences f WHERE ${where}`, readFirst({ total: asNumber })),
    rows: query(
      sql`SELECT f.id, f.kind, f.external_id, f.direct_id, f.name, nullif(f."column", '') AS "column", ${here} AS here, f.there FROM crawl_differences f
        WHERE ${where} ORDER BY f.id LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(DIFFERENCE_READERS),
    ),
  }));
  requireRun(reconcileWork, results.run, caller.lang);
  return toEnvelope(page, results.count?.total ?? 0, results.rows);
}

function selectRuns(where: SQL, lang: Lang): Query<CrawlReconciliation[]> {
  return query(
    sql`SELECT r.*, u.name AS requester FROM crawl_reconciliations r LEFT JOIN users u ON u.id = r.requested_by WHERE ${where} ORDER BY r.id DESC LIMIT 20`,
    readRows(RUN_READERS, (row) => toReconciliation(row, lang)),
  );
}

const { id, status, created_at, finished_at, message, total, jobs, unreadable, only_there, only_here, differs } = crawlReconciliations;
const RUN_READERS = {
  ...{ id, status, created_at, finished_at, message, total, jobs, unreadable, only_there, only_here, differs },
  month: asText,
  requester: orNull(asText),
};
const { external_id, direct_id, name, there } = crawlDifferences;
const DIFFERENCE_READERS = {
  ...{ id: crawlDifferences.id, external_id, direct_id, name, there },
  kind: asOption<DifferenceKind>(),
  column: orNull(asText),
  here: orNull(asText),
};

function toReconciliation({ month: key, requester, ...run }: RowOf<typeof RUN_READERS>, lang: Lang): CrawlReconciliation {
  return { ...run, ...yearMonthOf(key), requested_by: requester, message: readMessage(run.message, lang) };
}
