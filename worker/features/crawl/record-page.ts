import { type SQL, sql } from 'drizzle-orm';
import type { CrawlPage, CrawlSource } from '../../platform/crawl-source.ts';
import { isRowRefused } from '../../platform/db/database-error.ts';
import { query } from '../../platform/db/query.ts';
import type { CrawlMark } from '../../platform/db/schema/crawl.ts';
import { hasRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { holdsLease, type Outcome, releasedLease } from '../../platform/queue/run.ts';
import { unmatchedStatements } from './aliases/unmatched.ts';
import { advanceMark, idsOf, isFirstPage } from './fetch/paging.ts';
import { NOTHING_SEEN, rememberSeen, type SeenIds, selectSeen } from './fetch/seen-ids.ts';
import { selectCandidates } from './match/candidates.ts';
import { crawlFields } from './normalize/crawl-fields.ts';
import { createJobNormalizer, jobKey, type NormalizedJob } from './normalize/normalize.ts';
import { type Finding, findingsOf, leftOutRemark } from './plan/findings.ts';
import { keepEmptiedValues } from './plan/keep-values.ts';
import { emptyPlan, type Plan, planPage } from './plan/plan.ts';
import { changedMonthStatements } from './watch/changed-months.ts';
import { countFields } from './watch/count-fields.ts';
import { countStatements, judgeStatements, selectEmptiedColumns } from './watch/watch-fields.ts';
import { CRAWL_AUTHOR, crawlWork, type Run, selectRunById } from './work.ts';
import { findingStatements, isPlanValid, upsertStatements } from './write/upsert.ts';
import { waitingStatements } from './write/waiting.ts';

/** People edit, check and lock while a page is planned; so often it is planned again. */
const ATTEMPTS = 6;

/**
 * Matches, plans and writes a page, and moves its run on, in one transaction that holds only while the run and the directs are as they were
 * read. Two round trips, or one for a page without jobs that is not the last. Throws CrawlError where the pages do not add up.
 */
export async function recordPage(deps: Deps, run: Run, page: CrawlPage, source: CrawlSource): Promise<Outcome> {
  const { db } = deps;
  const ids = idsOf(page);
  const options = { fields: crawlFields, fieldMap: source.fieldMap, numbers: source.numbers };
  const read = normalizePage(page, createJobNormalizer(options));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found =
      ids.length > 0 || attempt > 1
        ? await db.read({
            run: selectRunById(run.id),
            seen: selectSeen(run, ids),
            candidates: selectCandidates(read.jobs),
            emptied: selectEmptiedColumns(),
          })
        : undefined;
    if (found && found.run?.claim !== run.claim) return 'ended';
    const seenBefore = found?.seen ?? NOTHING_SEEN;
    const step = nextStep(run, page, seenBefore);
    const kept = keepEmptiedValues(read.jobs, found?.candidates.directs ?? new Map(), found?.emptied ?? []);
    const plan =
      found && step.isNew
        ? pagePlan(
            read,
            planPage(kept.jobs, found.candidates, deps.clock.time(), { counted: seenBefore.inRun, isFull: run.full === 1 }),
            seenBefore,
            kept.findings,
          )
        : NOTHING;
    const counted = step.isNew ? page.jobs.filter(({ id }) => !seenBefore.inRun.has(id)) : [];
    const counts = countStatements(run.id, counted.length, countFields(counted, options), isMovedBy(run));
    const judged = step.to ? [] : await judgeStatements(deps, run.id, source, isMovedBy(run));
    const written = await write(deps, run, { ...step, page, ids, jobs: step.isNew ? kept.jobs : [], counts: [...counts, ...judged] }, plan);
    if (!written) continue;
    if (!step.to && written.waiting) await deps.jobs.send({ type: 'apply_waiting' });
    return step.to ? 'released' : 'ended';
  }
  throw new Error(`The directs of page ${run.page} keep changing while crawl ${run.id} places them`);
}

interface Step {
  /** The next step of the crawl; null after the last page of the last workflow. */
  to: { workflow: number; page: number; mark: CrawlMark | null } | null;
  /** Whether the page has jobs that this pass has not placed yet. */
  isNew: boolean;
}

function nextStep({ workflows, workflow, page: pageId, mark }: Run, page: CrawlPage, { inPass }: SeenIds): Step {
  const after = advanceMark(page, { pageId, updatedFrom: workflows[workflow]!.updated_from }, mark, inPass);
  if (after.next === 'page') return { to: { workflow, page: pageId + 1, mark: after.mark }, isNew: true };
  if (after.next === 'again') return { to: { workflow, page: 0, mark: after.mark }, isNew: false };
  return { to: workflow + 1 < workflows.length ? { workflow: workflow + 1, page: 0, mark: null } : null, isNew: false };
}

/** The content of a page: its jobs, and why the other entries can't be any. */
interface PageRead {
  jobs: NormalizedJob[];
  findings: Finding[];
  entries: { id: string; usable: boolean }[];
}

/** The same job twice, or in two spellings of its id, counts once, as it came first; another job under its id is told of. */
function normalizePage(page: CrawlPage, normalize: ReturnType<typeof createJobNormalizer>): PageRead {
  const findings: Finding[] = page.skipped.flatMap(findingsOf);
  const entries = page.skipped.map(({ external_id }) => ({ id: external_id ?? '', usable: false }));
  const jobs = new Map<string, NormalizedJob>();
  for (const job of page.jobs) {
    const result = normalize(job);
    const first = result.ok ? jobs.get(jobKey(result)) : undefined;
    const problems = result.ok ? findOtherJob(result, first) : findingsOf(result);
    entries.push({ id: job.id, usable: problems.length === 0 });
    findings.push(...problems);
    if (result.ok && !first) jobs.set(jobKey(result), result);
  }
  return { jobs: [...jobs.values()], findings, entries };
}

/** What there is to say of a job under the id of one that came before it on its page: nothing where it is that one. */
function findOtherJob({ row: { external_id, name } }: NormalizedJob, first: NormalizedJob | undefined): Finding[] {
  if (!first || first.row.name === name) return [];
  return [{ ...leftOutRemark('same_id', 'external_id', first.row.name), external_id, name }];
}

/** A plan with the entries of its page that this run counts now. */
interface PagePlan extends Plan {
  entries: number;
}

const NOTHING: PagePlan = { ...emptyPlan(), entries: 0 };

/** Joins what normalizing, keeping values and planning found; what an earlier pass counted is left out. */
function pagePlan(read: PageRead, plan: Plan, { inRun }: SeenIds, keptValues: readonly Finding[]): PagePlan {
  const entries = read.entries.filter(({ id }) => !inRun.has(id));
  const findings = read.findings.filter(({ external_id }) => !inRun.has(external_id ?? ''));
  return {
    ...plan,
    entries: entries.length,
    skipped: plan.skipped + entries.filter(({ usable }) => !usable).length,
    findings: [...findings, ...(entries.length > 0 ? keptValues : []), ...plan.findings],
  };
}

interface WrittenStep extends Step {
  page: CrawlPage;
  ids: string[];
  /** The jobs that the plan places. */
  jobs: readonly NormalizedJob[];
  /** Statements that count the fields of the page, after the last one what is odd in them. */
  counts: SQL[];
}

/** Whether this page's transaction has moved its run on, as SQL. */
const isMovedBy = (run: Run) =>
  sql`EXISTS (SELECT 1 FROM crawl_runs WHERE id = ${run.id} AND claim = ${run.claim} AND version = ${run.version + 1})`;

/** Undefined when a lock, a check mark or an edit came in between; otherwise whether jobs wait. */
async function write({ db, clock }: Deps, run: Run, step: WrittenStep, plan: PagePlan): Promise<{ waiting: boolean } | undefined> {
  const isMoved = isMovedBy(run);
  const placed = step.jobs.filter((job) => !plan.outdated.has(jobKey(job)));
  try {
    const { hasMoved, waiting } = await db.write(
      {
        hasMoved: query(moveStatement(run, step, plan, clock.time()), hasRows),
        directs: upsertStatements(plan, isMoved, clock.time()),
        findings: findingStatements(run.id, plan.findings, isMoved),
        counts: step.counts,
        kept: waitingStatements(placed, plan, isMoved, clock.time()),
        unmatched: unmatchedStatements(placed, plan, isMoved),
        seen: step.ids.length > 0 ? rememberSeen(run, step.ids, isMoved) : undefined,
        closed: step.to ? undefined : [...closingStatements(run, isMoved), ...changedMonthStatements(isMoved, clock.time())],
        released: sql`UPDATE crawl_runs SET ${releasedLease(clock)} WHERE id = ${run.id} AND ${isMoved}`,
        waiting: query(sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM crawl_waiting) OR EXISTS (SELECT 1 FROM crawl_unmatched)`, hasRows),
      },
      { ...CRAWL_AUTHOR, request_id: pageRequestId(run) },
    );
    return hasMoved ? { waiting } : undefined;
  } catch (error) {
    if (isRowRefused(error)) return undefined;
    throw error;
  }
}

/** The writes of a page are one operation; the version of its run counts the steps. */
function pageRequestId({ id, version }: Run): string {
  return `crawl-${id}-${version + 1}`;
}

/** Moves the run on, if it is still this message's and its directs may still be written as they were planned. */
function moveStatement(run: Run, { to, page }: WrittenStep, plan: PagePlan, time: string): SQL {
  const { inserts, updates, unchanged, findings, entries } = plan;
  const warnings = findings.filter(({ kind }) => kind === 'warning').length;
  const place = to ?? { workflow: run.workflow, page: run.page, mark: null };
  const announced = isFirstPage(run) && page.total_items !== undefined ? sql`ifnull(total, 0) + ${page.total_items}` : sql`total`;
  return sql`UPDATE crawl_runs SET version = version + 1, updated_at = ${time}, message = NULL, attempt = 1,
      status = ${to ? 'running' : 'done'}, finished_at = ${to ? null : time}, workflow = ${place.workflow}, page = ${place.page},
      mark = ${place.mark && JSON.stringify(place.mark)}, total = ${announced}, pages = pages + ${plan === NOTHING ? 0 : 1},
      jobs = jobs + ${entries}, inserted = inserted + ${inserts.length}, updated = updated + ${updates.length},
      unchanged = unchanged + ${unchanged}, skipped = skipped + ${plan.skipped}, warnings = warnings + ${warnings}
    WHERE id = ${run.id} AND ${holdsLease(crawlWork, run)} AND ${isPlanValid(plan)}
    RETURNING id`;
}

/** Everything that changed before the run began is read now; a sync date that it met is done with. */
function closingStatements({ id, workflows }: Run, isMoved: SQL): SQL[] {
  const read = JSON.stringify(workflows.map((workflow) => workflow.id));
  return [
    sql`INSERT INTO crawl_cursors (workflow_id, "cursor")
      SELECT j.value, unixepoch(r.created_at, '-7 hours') FROM json_each(${read}) j, crawl_runs r WHERE r.id = ${id} AND ${isMoved}
      ON CONFLICT DO UPDATE SET "cursor" = MAX("cursor", excluded."cursor")`,
    sql`DELETE FROM crawl_sync_date WHERE ${isMoved}
      AND date <= (SELECT substr(created_at, 1, 10) FROM crawl_runs WHERE id = ${id} AND "full" = 1)`,
  ];
}
