import { sql } from 'drizzle-orm';
import type { LastCrawl } from '../../contracts/calls/answers/crawl.ts';
import type { crawlCalls } from '../../contracts/calls/declared/crawl.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { crawlRuns } from '../../platform/db/schema/crawl.ts';
import { readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { readMessage } from './runs.ts';

/** `GET last_time_exec?date=`: the last finished crawl on or before that day, of all days without one. */
export async function readLastCrawl(
  { crawlSource }: Deps,
  { caller, grant, values: { date: until } }: CallInput<typeof crawlCalls.readLast>,
): Promise<LastCrawl> {
  const { results } = await caller.read(grant, () => [
    sql`SELECT finished_at AS crawl_time, status, inserted, updated, skipped, failed, message FROM crawl_runs
      WHERE finished_at <= ${`${until ?? '9999-12-31'} 23:59:59`} ORDER BY finished_at DESC, id DESC LIMIT 1`,
  ]);
  const { finished_at: crawl_time, status, inserted, updated, skipped, failed, message } = crawlRuns;
  const [found] = readRows({ crawl_time, status, inserted, updated, skipped, failed, message }, results[0]);
  if (found) return { ...found, message: readMessage(found.message, caller.lang) };
  const problem = crawlSource.problem?.text[caller.lang] ?? null;
  return { crawl_time: null, status: null, inserted: 0, updated: 0, skipped: 0, failed: 0, message: problem };
}
