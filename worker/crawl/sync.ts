import { sql } from 'drizzle-orm';
import type { Text } from '../contracts/text.ts';
import type { Deps } from '../deps.ts';
import type { JobMessage } from '../jobs/messages.ts';
import { afterPage } from './paging.ts';
import { type PageStep, recordPage } from './record-page.ts';
import { CRAWL_AUTHOR, isActive, type Run, runById, runOf, unmoved } from './run-row.ts';
import { CrawlError } from './source.ts';

const TRIES = 3;
/** Backoff before the second and the third try, in seconds. */
const PAUSES = [5, 30];
/** Longer pauses would look like a dead crawl. */
const LONGEST_PAUSE = 300;
const EARLY_PAUSE = 5;

/**
 * The message `{type: 'crawl', run_id, step}`: reads one page and writes it, then the next message does the next one. A message counts only at
 * the step that its run has come to, so that one delivered twice or late changes nothing. The next message is sent before the page is
 * recorded: whatever breaks in between, it is there once, and waits until its step has come.
 */
export async function handleCrawl(deps: Deps, { run_id, step }: Extract<JobMessage, { type: 'crawl' }>): Promise<void> {
  const run = runOf((await deps.db.read([runById(run_id)]))[0]);
  if (!run || !isActive(run.status) || step < run.version) return;
  if (step > run.version) return deps.jobs.send({ type: 'crawl', run_id, step }, { delaySeconds: EARLY_PAUSE });
  let next: PageStep;
  try {
    next = await readPage(deps, run);
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    return recordFailure(deps, run, error);
  }
  if (next.to) await deps.jobs.send({ type: 'crawl', run_id, step: run.version + 1 });
  await recordPage(deps, run, next);
}

/** Ends a crawl that is still at work as failed; what it read before stays, and the next one reads the same window again. */
export async function failCrawl({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, message: Text): Promise<void> {
  await db.write(
    [
      sql`UPDATE crawl_runs SET status = 'failed', message = ${JSON.stringify(message)}, version = version + 1, updated_at = ${clock.time()},
        finished_at = ${clock.time()} WHERE id = ${id} AND status IN ('queued', 'running')`,
    ],
    CRAWL_AUTHOR,
  );
}

async function readPage({ crawlSource }: Deps, { workflows, workflow, page: pageId, mark }: Run): Promise<PageStep> {
  const { id: workflowId, updated_from: updatedFrom } = workflows[workflow]!;
  const page = await crawlSource.fetchPage({ workflowId, pageId, updatedFrom });
  const after = afterPage(page, { pageId, updatedFrom }, mark);
  if (!after.done) return { page, last: false, to: { workflow, page: pageId + 1, mark: after.mark } };
  return { page, last: true, to: workflow + 1 < workflows.length ? { workflow: workflow + 1, page: 0, mark: null } : null };
}

/** Tries the page again later, or fails the run; the cursors stay where they are. */
async function recordFailure({ db, clock, jobs }: Deps, run: Run, error: CrawlError): Promise<void> {
  const again = error.retryable && run.attempt < TRIES;
  if (again) {
    const delaySeconds = Math.min(Math.max(error.retryAfter ?? 0, PAUSES[run.attempt - 1] ?? 0), LONGEST_PAUSE);
    await jobs.send({ type: 'crawl', run_id: run.id, step: run.version + 1 }, { delaySeconds });
  } else {
    console.warn(JSON.stringify({ crawl_run: run.id, workflow: run.workflow, page: run.page, code: error.code }));
  }
  const time = clock.time();
  const outcome = again
    ? sql`status = 'running', attempt = attempt + 1`
    : sql`status = 'failed', failed = failed + 1, finished_at = ${time}`;
  await db.write(
    [
      sql`UPDATE crawl_runs SET ${outcome}, version = version + 1, message = ${JSON.stringify(error.text)}, updated_at = ${time}
        WHERE ${unmoved(run)}`,
    ],
    CRAWL_AUTHOR,
  );
}
