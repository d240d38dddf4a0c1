import { sql } from 'drizzle-orm';
import type { NoCrawl, SyncAnswer } from '../../contracts/calls/answers/crawl.ts';
import { type CrawlRun, syncFields } from '../../contracts/calls/crawl.ts';
import type { SourceSettings } from '../../contracts/calls/crawl-settings.ts';
import type { crawlCalls } from '../../contracts/calls/declared/crawl.ts';
import type { Lang } from '../../contracts/text.ts';
import type { CallInput, GrantedCaller } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { configureSource } from '../../platform/crawl-source.ts';
import { query } from '../../platform/db/query.ts';
import { asText, readColumn } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { selectCrawlRun } from './runs.ts';
import { selectSourceSettings } from './settings/saved.ts';
import { ACTIVE_RUN, type CrawlRequest, startCrawl } from './start.ts';

/** `GET get-base-vn-data`: starts a crawl unless one is at work, and answers its state. */
export async function crawlNow(deps: Deps, { caller, grant }: GrantedCaller): Promise<CrawlRun | NoCrawl> {
  const { actor, results: saved } = await caller.read(grant, () => selectSourceSettings);
  return requestCrawl(deps, caller, saved, { kind: 'on_demand', requested_by: actor.id });
}

/**
 * `POST sync-base-data {date}`: today starts a crawl of everything now, or lets the scheduled one become that while another is at work; on a
 * later day the scheduled crawl becomes it. A new date takes the place of the one before.
 */
export async function syncFrom(deps: Deps, { caller, grant, values: { date } }: CallInput<typeof crawlCalls.sync>): Promise<SyncAnswer> {
  const today = deps.clock.today();
  if (date < today) throw invalidField(syncFields, 'date', 'from_today', caller.lang);
  const { actor, results: saved } = await caller.read(grant, () => selectSourceSettings);
  const missing = noCrawl(deps, saved, caller.lang);
  if (missing) return { date, run: missing };
  const keepDate = sql`INSERT OR REPLACE INTO crawl_sync_date (id, date, requested_by) VALUES (1, ${date}, ${actor.id})`;
  const request = { kind: 'sync_date', requested_by: actor.id, full: true, before: keepDate } as const;
  if (date === today) return { date, run: await requestCrawl(deps, caller, saved, request) };
  await caller.write(keepDate, 'crawl');
  return { date, run: null };
}

/** `GET sync-base-data`: the pending date, and the crawl at work. */
export async function readPendingSync(deps: Deps, { caller, grant }: GrantedCaller): Promise<SyncAnswer> {
  const { results } = await caller.read(grant, () => ({
    dates: query(sql`SELECT date FROM crawl_sync_date`, readColumn(asText)),
    runs: selectCrawlRun(caller, ACTIVE_RUN),
    settings: selectSourceSettings,
  }));
  const [date = null] = results.dates;
  return { date, run: results.runs[0] ?? noCrawl(deps, results.settings, caller.lang) };
}

async function requestCrawl(deps: Deps, caller: Caller, saved: SourceSettings | null, request: CrawlRequest): Promise<CrawlRun | NoCrawl> {
  const started = await startCrawl(deps, saved, { ...request, request_id: caller.requestId }, selectCrawlRun(caller, ACTIVE_RUN));
  return started?.run ?? noCrawl(deps, saved, caller.lang)!;
}

/** The message for a source that is not set up; null where it is. */
function noCrawl({ crawlSource }: Deps, saved: SourceSettings | null, lang: Lang): NoCrawl | null {
  const { problem } = configureSource(crawlSource, saved);
  return problem && { id: null, status: 'not_configured', message: problem.text[lang] };
}
