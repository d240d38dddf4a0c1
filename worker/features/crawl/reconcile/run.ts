import { type SQL, sql } from 'drizzle-orm';
import { CrawlError, type CrawlPage, configureSource } from '../../../platform/crawl-source.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import { query } from '../../../platform/db/query.ts';
import type { crawlReconciliations } from '../../../platform/db/schema/crawl.ts';
import { asText, hasRows, readColumn } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobMessage } from '../../../platform/queue/messages.ts';
import { holdsLease, type Lease, type Outcome, workOnRun } from '../../../platform/queue/run.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import { advanceMark, idsOf, isFirstPage, type PageOutcome, shortenPages } from '../fetch/paging.ts';
import { selectCandidates } from '../match/candidates.ts';
import { crawlFields } from '../normalize/crawl-fields.ts';
import { createJobNormalizer, jobKey, type NormalizedJob } from '../normalize/normalize.ts';
import { CRAWL_AUTHOR } from '../work.ts';
import { compareJobs, type Difference } from './compare.ts';
import { reconcileWork } from './work.ts';

type Run = typeof crawlReconciliations.$inferSelect;

const TRIES = 3;
const PAUSE_SECONDS = 5;
/** A message reads pages for so long and hands the rest on. */
const WORK_MS = 12_000;

/**
 * The message `{type: 'reconcile', reconciliation_id}`: reads every job of the source, page by page, compares those of the month with the
 * directs here, and in the end names the directs of the month that the source does not have. Nothing but the comparison is written.
 */
export function handleReconcile(deps: Deps, { reconciliation_id }: Extract<JobMessage, { type: 'reconcile' }>): Promise<void> {
  return workOnRun(deps, reconcileWork, reconciliation_id, async (held, run, lease) => {
    const until = held.clock.now() + WORK_MS;
    let at: Run | 'ended' = run;
    try {
      while (at !== 'ended' && held.clock.now() < until) at = await compareOrShorten(held, at, lease);
    } catch (error) {
      if (!(error instanceof CrawlError)) throw error;
      return recordFailure(held, at === 'ended' ? run : at, lease, error);
    }
    return at === 'ended' ? 'ended' : 'unfinished';
  });
}

/** Compares one page, or goes on with shorter ones where it is too long. */
async function compareOrShorten(deps: Deps, run: Run, lease: Lease): Promise<Run | 'ended'> {
  try {
    return await comparePage(deps, run, lease);
  } catch (error) {
    const place = shortenPages(error, run, 0);
    if (!place) throw error;
    return { ...run, ...place };
  }
}

/** Compares one page and answers where the reading stands then. */
async function comparePage({ db, clock, crawlSource }: Deps, run: Run, lease: Lease): Promise<Run | 'ended'> {
  const source = configureSource(crawlSource, run.settings);
  const workflowId = source.workflowIds[run.workflow]!;
  const limit = run.mark?.size;
  const page = await source.fetchPage({ workflowId, pageId: run.page, updatedFrom: 0, ...(limit && { limit }) });
  const normalize = createJobNormalizer({ fields: crawlFields, fieldMap: source.fieldMap, numbers: source.numbers });
  const jobs = new Map<string, NormalizedJob>();
  let unreadable = page.skipped.length;
  for (const job of page.jobs) {
    const result = normalize(job);
    if (!result.ok) unreadable += 1;
    else if (!jobs.has(jobKey(result))) jobs.set(jobKey(result), result);
  }
  const ids = idsOf(page);
  const { seen, here } = await db.read({
    seen: query(
      sql`SELECT external_id FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN crawl_reconciled s
      ON s.reconciliation_id = ${run.id} AND s.workflow = ${run.workflow} AND s.external_id = j.value AND s.pass = ${run.mark?.pass ?? 1}`,
      readColumn(asText),
    ),
    here: query(
      sql`SELECT d.external_id_key FROM json_each(${JSON.stringify([...jobs.keys()])}) j CROSS JOIN directs d ON d.external_id_key = j.value WHERE ${inMonth(sql`d.henkyaku_hi`, run.month)}`,
      readColumn(asText),
    ),
  });
  const seenInPass = new Set(seen);
  const outcome = advanceMark(page, { pageId: run.page, updatedFrom: 0 }, run.mark, seenInPass);
  const ofMonth = [...jobs].flatMap(([key, job]) =>
    String(job.row.henkyaku_hi ?? '').startsWith(run.month) || here.includes(key) ? [job] : [],
  );
  const candidates = ofMonth.length > 0 ? await db.read(selectCandidates(ofMonth)) : undefined;
  const differences = candidates ? compareJobs(ofMonth, candidates, run.month, clock.time()) : [];
  const differing = new Set(differences.map(({ external_id }) => external_id));
  const stored = ofMonth.flatMap((job) => String(candidates?.directs.get(jobKey(job))?.values.external_id ?? ''));
  const agreeing = stored.filter((id) => id !== '' && !differing.has(id));
  const jobsRead = run.jobs + ((run.mark?.pass ?? 1) === 1 ? ids.filter((id) => !seenInPass.has(id)).length : 0);
  const next = nextRun({ ...run, jobs: jobsRead }, outcome, page, source.workflowIds.length);
  const { isMine } = await db.write(
    pageStatements({ run, next, lease, ids, differences, agreeing, unreadable, time: clock.time() }),
    CRAWL_AUTHOR,
  );
  return isMine && next ? next : 'ended';
}

/** Where the reading goes on; null after the last workflow. */
function nextRun(run: Run, { next, mark }: PageOutcome, page: CrawlPage, workflows: number): Run | null {
  const total = isFirstPage(run) && page.total_items !== undefined ? (run.total ?? 0) + page.total_items : run.total;
  const place = { ...run, total, attempt: 1 };
  if (next === 'page') return { ...place, page: run.page + 1, mark };
  if (next === 'again') return { ...place, page: 0, mark };
  return run.workflow + 1 < workflows ? { ...place, workflow: run.workflow + 1, page: 0, mark: null } : null;
}

interface ComparedPage {
  run: Run;
  next: Run | null;
  lease: Lease;
  ids: readonly string[];
  differences: readonly Difference[];
  /** Source ids of the directs that the page has as they are here. */
  agreeing: readonly string[];
  unreadable: number;
  time: string;
}

/** A job of two workflows differs where neither has it as it is here: crawls keep the one that was changed last. */
function pageStatements({ run, next, lease, ids, differences, agreeing, unreadable, time }: ComparedPage) {
  const isHeld = holdsLease(reconcileWork, lease);
  const rows = differences.map(({ kind, external_id, direct_id, name, column, here, there }) => [
    kind,
    external_id,
    direct_id,
    name,
    column,
    here,
    there,
  ]);
  const place = next ?? run;
  return {
    seen: sql`INSERT INTO crawl_reconciled (reconciliation_id, workflow, external_id, pass, external_id_key)
      SELECT ${run.id}, ${run.workflow}, j.value ->> 0, ${run.mark?.pass ?? 1}, j.value ->> 1
      FROM json_each(${JSON.stringify([...new Set(ids)].map((id) => [id, exactNameKey(id)]))}) j WHERE j.value ->> 0 <> '' AND ${isHeld} ON CONFLICT DO UPDATE SET pass = excluded.pass`,
    differences: sql`INSERT OR IGNORE INTO crawl_differences (reconciliation_id, kind, external_id, direct_id, name, "column", here, there)
      SELECT ${run.id}, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6
      FROM json_each(${JSON.stringify(rows)}) j WHERE ${isHeld} AND NOT (j.value ->> 0 = 'differs' AND ${hasAgreed(run)})`,
    agreed: sql`DELETE FROM crawl_differences WHERE reconciliation_id = ${run.id} AND kind = 'differs' AND ${isHeld}
      AND external_id IN (SELECT value FROM json_each(${JSON.stringify(agreeing)}))`,
    onlyHere: next ? undefined : onlyHereStatement(run, isHeld),
    isMine: query(
      sql`UPDATE crawl_reconciliations SET status = ${next ? 'running' : 'done'}, progress_at = ${time}, finished_at = ${next ? null : time}, message = NULL,
        attempt = 1, workflow = ${place.workflow}, page = ${place.page}, mark = ${next?.mark ? JSON.stringify(next.mark) : null}, total = ${place.total},
        unreadable = unreadable + ${unreadable}, ${next ? sql`jobs = ${next.jobs}` : finalCounts(run)}
        WHERE id = ${run.id} AND ${isHeld} RETURNING id`,
      hasRows,
    ),
  };
}

/** Whether an earlier workflow has the job of `j` as it is here. */
function hasAgreed({ id, workflow }: Run): SQL {
  const earlier = sql`(SELECT value FROM json_each(${JSON.stringify(Array.from({ length: workflow }, (_, index) => index))}))`;
  return sql`EXISTS (SELECT 1 FROM crawl_reconciled s WHERE s.reconciliation_id = ${id} AND s.workflow IN ${earlier} AND s.external_id = j.value ->> 1)
    AND NOT EXISTS (SELECT 1 FROM crawl_differences f WHERE f.reconciliation_id = ${id} AND f.external_id = j.value ->> 1)`;
}

/** Directs of the month that came from the source, which has them no more. */
function onlyHereStatement({ id, month }: Run, isHeld: SQL): SQL {
  return sql`INSERT OR IGNORE INTO crawl_differences (reconciliation_id, kind, external_id, direct_id, name, here)
    SELECT ${id}, 'only_here', d.external_id, d.id, d.name, d.henkyaku_hi FROM directs d
    WHERE ${inMonth(sql`d.henkyaku_hi`, month)} AND d.external_id_key IS NOT NULL AND ${isHeld}
      AND d.external_id_key NOT IN (SELECT s.external_id_key FROM crawl_reconciled s WHERE s.reconciliation_id = ${id} AND s.external_id_key IS NOT NULL)`;
}

/** Counted once, in the end: for each page anew they would cost the square of the jobs. */
const finalCounts = (run: Run) => sql`jobs = (SELECT COUNT(*) FROM crawl_reconciled WHERE reconciliation_id = ${run.id}),
  only_there = ${countOf(run, 'only_there')}, only_here = ${countOf(run, 'only_here')}, differs = ${countOf(run, 'differs')}`;

const countOf = ({ id }: Run, kind: string) =>
  sql`(SELECT COUNT(DISTINCT external_id) FROM crawl_differences WHERE reconciliation_id = ${id} AND kind = ${kind})`;

/** Tries the page again after a pause, or fails the comparison. */
async function recordFailure({ db, clock }: Deps, run: Run, lease: Lease, error: CrawlError): Promise<Outcome> {
  const again = error.retryable && run.attempt < TRIES;
  const outcome = again ? sql`attempt = attempt + 1` : sql`status = 'failed', finished_at = ${clock.time()}`;
  await db.write(
    sql`UPDATE crawl_reconciliations SET ${outcome}, message = ${JSON.stringify(error.text)}, progress_at = ${clock.time()}
      WHERE id = ${run.id} AND ${holdsLease(reconcileWork, lease)}`,
    CRAWL_AUTHOR,
  );
  return again ? { pauseSeconds: PAUSE_SECONDS * run.attempt } : 'ended';
}
