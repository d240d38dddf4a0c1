import { sql } from 'drizzle-orm';
import type { NoCrawl, SyncAnswer } from '../../contracts/calls/answers/crawl.ts';
import { type CrawlRun, syncFields } from '../../contracts/calls/crawl.ts';
import type { crawlCalls } from '../../contracts/calls/declared/crawl.ts';
import type { Lang } from '../../contracts/text.ts';
import type { Caller } from '../../crud/caller.ts';
import { invalidField } from '../../crud/parse-call.ts';
import { queryRowById } from '../../crud/row.ts';
import type { CallInput, GrantedCaller } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asText, readColumn } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { runsFor, toCrawlRun } from './runs.ts';
import { ACTIVE_RUN, type CrawlRequest, startCrawl } from './start.ts';

/** `GET get-base-vn-data`: starts a crawl unless one is at work, and answers its state. */
export async function crawlNow(deps: Deps, { caller, grant }: GrantedCaller): Promise<CrawlRun | NoCrawl> {
  const { id } = await caller.require(grant);
  return requestCrawl(deps, caller, { kind: 'on_demand', requested_by: id });
}

/**
 * `POST sync-base-data {date}`: today starts a crawl of everything now, or lets the scheduled one become that while another is at work; on a
 * later day the scheduled crawl becomes it. A new date takes the place of the one before.
 */
export async function syncFrom(deps: Deps, { caller, grant, values: { date } }: CallInput<typeof crawlCalls.sync>): Promise<SyncAnswer> {
  const today = deps.clock.today();
  if (date < today) throw invalidField(syncFields, 'date', 'from_today', caller.lang);
  const { id } = await caller.require(grant);
  if (deps.crawlSource.problem) return { date, run: noCrawl(deps, caller.lang)! };
  const keepDate = sql`INSERT OR REPLACE INTO crawl_sync_date (id, date, requested_by) VALUES (1, ${date}, ${id})`;
  if (date === today)
    return { date, run: await requestCrawl(deps, caller, { kind: 'sync_date', requested_by: id, full: true, before: keepDate }) };
  await caller.write(keepDate, 'crawl');
  return { date, run: null };
}

/** `GET sync-base-data`: the pending date, and the crawl at work. */
export async function readPendingSync(deps: Deps, { caller, grant }: GrantedCaller): Promise<SyncAnswer> {
  const runs = runsFor(caller);
  const { results } = await caller.read(grant, () => ({
    dates: query(sql`SELECT date FROM crawl_sync_date`, readColumn(asText)),
    run: queryRowById(runs, ACTIVE_RUN),
  }));
  const [date = null] = results.dates;
  return { date, run: toCrawlRun(results.run) ?? noCrawl(deps, caller.lang) };
}

async function requestCrawl(deps: Deps, caller: Caller, request: CrawlRequest): Promise<CrawlRun | NoCrawl> {
  const runs = runsFor(caller);
  const started = await startCrawl(deps, { ...request, request_id: caller.requestId }, queryRowById(runs, ACTIVE_RUN));
  return started ? toCrawlRun(started.row)! : noCrawl(deps, caller.lang)!;
}

/** The message for a source that is not set up; null where it is. */
function noCrawl({ crawlSource: { problem } }: Deps, lang: Lang): NoCrawl | null {
  return problem && { id: null, status: 'not_configured', message: problem.text[lang] };
}
