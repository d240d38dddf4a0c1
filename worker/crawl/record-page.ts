import { type SQL, sql } from 'drizzle-orm';
import { Refusal } from '../db/refusal.ts';
import type { Deps } from '../deps.ts';
import { crawlFields } from './crawl-fields.ts';
import { type Finding, findingsOf } from './findings.ts';
import { knownOf, knownStatements } from './known.ts';
import { jobNormalizer, type NormalizedJob } from './normalize.ts';
import type { PageMark } from './paging.ts';
import { type Plan, planPage } from './plan.ts';
import { CRAWL_AUTHOR, type Run, runById, runOf, unmoved } from './run-row.ts';
import type { CrawlPage } from './source.ts';
import { findingStatements, upsertStatements } from './upsert.ts';

/** A page and where the crawl goes from there; `to` is null after the last page of the last workflow. */
export interface PageStep {
  page: CrawlPage;
  /** Whether the page ends its workflow; such a page holds nothing new. */
  last: boolean;
  to: { workflow: number; page: number; mark: PageMark | null } | null;
}

/** People edit, check and lock while a page is being placed; so often it is placed anew. */
const ATTEMPTS = 6;

/**
 * Writes a page and moves its run on, in one transaction that holds only while the run and the directs are as they were read. Two round
 * trips, or one for a page without jobs. Does nothing when another delivery of the message was faster.
 */
export async function recordPage(deps: Deps, run: Run, step: PageStep): Promise<void> {
  const { db, crawlSource } = deps;
  const { jobs, ...rest } = step.last
    ? { jobs: [], unread: 0, findings: [], entries: 0 }
    : normalized(step.page, jobNormalizer({ fields: crawlFields, fieldMap: crawlSource.fieldMap }));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [now, ...results] = jobs.length > 0 || attempt > 1 ? await db.read([runById(run.id), ...knownStatements(jobs)]) : [];
    if (now && runOf(now)?.version !== run.version) return;
    const plan = results.length > 0 ? planPage(jobs, knownOf(results)) : NOTHING;
    if (await written(deps, run, step, { ...plan, ...rest, findings: [...rest.findings, ...plan.findings] })) return;
  }
  throw new Error(`The directs of page ${run.page} keep changing while crawl ${run.id} places them`);
}

/** A plan with what was read of the page: all its entries, and how many of them are no usable jobs. */
interface PagePlan extends Plan {
  entries: number;
  unread: number;
}

const NOTHING: Plan = { customers: [], inserts: [], updates: [], unchanged: 0, skipped: 0, findings: [] };

/** The page's jobs as rows, and why the others can't be. The same job twice counts once, as it came first. */
function normalized(page: CrawlPage, normalize: ReturnType<typeof jobNormalizer>) {
  const findings: Finding[] = page.skipped.flatMap(findingsOf);
  const jobs = new Map<string, NormalizedJob>();
  let unread = page.skipped.length;
  for (const job of page.jobs) {
    const result = normalize(job);
    if (!result.ok) {
      unread += 1;
      findings.push(...findingsOf(result));
    } else if (!jobs.has(result.row.external_id)) jobs.set(result.row.external_id, result);
  }
  return { jobs: [...jobs.values()], findings, unread, entries: page.jobs.length + page.skipped.length };
}

/** False when a lock, a check mark or an edit came in between. */
async function written(deps: Deps, run: Run, step: PageStep, plan: PagePlan): Promise<boolean> {
  const { db, clock } = deps;
  const claim = crypto.randomUUID();
  const claimed = sql`EXISTS (SELECT 1 FROM crawl_runs WHERE id = ${run.id} AND claim = ${claim})`;
  try {
    const [moved] = await db.write(
      [
        claimStatement(run, step, plan, claim, clock.time()),
        ...upsertStatements(plan, claimed, clock.time()),
        ...findingStatements(run.id, plan.findings, claimed),
        ...(step.to ? [] : closingStatements(run, claimed)),
      ],
      CRAWL_AUTHOR,
    );
    return moved!.rows.length > 0;
  } catch (error) {
    if (error instanceof Refusal && ['month_locked', 'record_checked', 'unique'].includes(error.kind)) return false;
    throw error;
  }
}

/** Moves the run on, if it and the directs to update are still at the versions that were read. */
function claimStatement(run: Run, { to, page }: PageStep, plan: PagePlan, claim: string, time: string): SQL {
  const { inserts, updates, unchanged, findings, entries, unread } = plan;
  const warnings = findings.filter(({ kind }) => kind === 'warning').length;
  const place = to ?? { workflow: run.workflow, page: run.page, mark: null };
  const announced = run.page === 0 && page.total_items !== undefined ? sql`ifnull(total, 0) + ${page.total_items}` : sql`total`;
  return sql`UPDATE crawl_runs SET version = version + 1, updated_at = ${time}, claim = ${claim}, message = NULL, attempt = 1,
      status = ${to ? 'running' : 'done'}, finished_at = ${to ? null : time}, workflow = ${place.workflow}, page = ${place.page},
      mark = ${place.mark && JSON.stringify(place.mark)}, total = ${announced}, pages = pages + ${entries > 0 ? 1 : 0}, jobs = jobs + ${entries},
      inserted = inserted + ${inserts.length}, updated = updated + ${updates.length}, unchanged = unchanged + ${unchanged},
      skipped = skipped + ${plan.skipped + unread}, warnings = warnings + ${warnings}
    WHERE ${unmoved(run)} AND NOT EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(updates.map(({ id, version }) => [id, version]))}) j LEFT JOIN directs d ON d.id = j.value ->> 0
      WHERE d.version IS NOT j.value ->> 1)
    RETURNING id`;
}

/** Everything that changed before the run began is read now; a sync date that it met is done with. */
function closingStatements({ id, workflows }: Run, claimed: SQL): SQL[] {
  const read = JSON.stringify(workflows.map((workflow) => workflow.id));
  return [
    sql`INSERT INTO crawl_cursors (workflow_id, "cursor")
      SELECT j.value, unixepoch(r.created_at, '-7 hours') FROM json_each(${read}) j, crawl_runs r WHERE r.id = ${id} AND ${claimed}
      ON CONFLICT DO UPDATE SET "cursor" = MAX("cursor", excluded."cursor")`,
    sql`DELETE FROM crawl_sync_date WHERE ${claimed}
      AND date <= (SELECT substr(created_at, 1, 10) FROM crawl_runs WHERE id = ${id} AND "full" = 1)`,
  ];
}
