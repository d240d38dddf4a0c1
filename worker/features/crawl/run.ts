import { sql } from 'drizzle-orm';
import { CrawlError, configureSource } from '../../platform/crawl-source.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobMessage } from '../../platform/queue/messages.ts';
import { holdsLease, type Outcome, workOnRun } from '../../platform/queue/run.ts';
import { shortenPages } from './fetch/paging.ts';
import { recordPage } from './record-page.ts';
import { CRAWL_AUTHOR, crawlWork, type Run } from './work.ts';

const TRIES = 3;
/** Backoff before the second and the third try, in seconds. */
const PAUSES = [5, 30];
/** A longer pause would count as a crawl without progress. */
const MAX_PAUSE = 300;

/**
 * The message `{type: 'crawl', run_id}`: one page of one workflow, through `fetch/`, `normalize/` (pure), `match/` (the people, customers
 * and categories it names), `plan/` (what becomes of each job) and `write/`: one transaction with the run's progress.
 * The cursors move with the last page only.
 */
export function handleCrawl(deps: Deps, { run_id }: Extract<JobMessage, { type: 'crawl' }>): Promise<void> {
  return workOnRun(deps, crawlWork, run_id, crawlPage);
}

async function crawlPage(deps: Deps, run: Run): Promise<Outcome> {
  const workflow = run.workflows[run.workflow]!;
  try {
    const source = configureSource(deps.crawlSource, run.settings);
    const limit = run.mark?.size;
    const page = await source.fetchPage({
      workflowId: workflow.id,
      pageId: run.page,
      updatedFrom: workflow.updated_from,
      ...(limit && { limit }),
    });
    return await recordPage(deps, run, page, source);
  } catch (error) {
    const place = shortenPages(error, run, workflow.updated_from);
    if (place) return readShorterPages(deps, run, place);
    if (!(error instanceof CrawlError)) throw error;
    return recordFailure(deps, run, error);
  }
}

/** Reads on from this place; what was placed already is known and counted once. */
async function readShorterPages({ db, clock }: Deps, run: Run, { page, mark }: Pick<Run, 'page' | 'mark'>): Promise<Outcome> {
  await db.write(
    [
      sql`UPDATE crawl_runs SET status = 'running', page = ${page}, mark = ${JSON.stringify(mark)}, attempt = 1, version = version + 1, updated_at = ${clock.time()}
        WHERE id = ${run.id} AND ${holdsLease(crawlWork, run)}`,
    ],
    CRAWL_AUTHOR,
  );
  return 'unfinished';
}

/** Tries the page again after a pause, or fails the run; the cursors stay where they are. */
async function recordFailure({ db, clock }: Deps, run: Run, error: CrawlError): Promise<Outcome> {
  const again = error.retryable && run.attempt < TRIES;
  if (!again) console.warn(JSON.stringify({ crawl_run: run.id, workflow: run.workflow, page: run.page, code: error.code }));
  const time = clock.time();
  const outcome = again
    ? sql`status = 'running', attempt = attempt + 1`
    : sql`status = 'failed', failed = failed + 1, finished_at = ${time}`;
  await db.write(
    [
      sql`UPDATE crawl_runs SET ${outcome}, version = version + 1, message = ${JSON.stringify(error.text)}, updated_at = ${time}
        WHERE id = ${run.id} AND ${holdsLease(crawlWork, run)}`,
    ],
    CRAWL_AUTHOR,
  );
  return again ? { pauseSeconds: Math.min(Math.max(error.retryAfter ?? 0, PAUSES[run.attempt - 1] ?? 0), MAX_PAUSE) } : 'ended';
}
