import { sql } from 'drizzle-orm';
import type { LastCrawl } from '../../contracts/calls/answers/crawl.ts';
import type { crawlCalls } from '../../contracts/calls/declared/crawl.ts';
import { fill } from '../../contracts/text.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { configureSource } from '../../platform/crawl-source.ts';
import { query } from '../../platform/db/query.ts';
import { crawlRuns } from '../../platform/db/schema/crawl.ts';
import { asText, readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { failedSince, NEXT_TRY } from './owed.ts';
import { readMessage } from './runs.ts';
import { selectSourceSettings } from './settings/saved.ts';

const { finished_at: crawl_time, status, inserted, updated, skipped, failed, message } = crawlRuns;
const LAST_READERS = { crawl_time, status, inserted, updated, skipped, failed, message };
const OWED = {
  vi: 'Lần lấy lại toàn bộ bị dừng giữa chừng: {reason}. Hệ thống tự lấy lại từ {time}, đến khi xong hoặc quản trị viên hủy',
  en: 'The crawl of everything broke off: {reason}. It is tried again from {time} on, until it succeeds or an Admin cancels it',
};

/**
 * `GET last_time_exec?date=`: the last finished crawl on or before that day, of all days without one. While a crawl of everything is owed, which
 * broke off and is tried again, it is that one, whatever was crawled since.
 */
export async function readLastCrawl(
  { crawlSource }: Deps,
  { caller, grant, values: { date: until } }: CallInput<typeof crawlCalls.readLast>,
): Promise<LastCrawl> {
  const end = `${until ?? '9999-12-31'} 23:59:59`;
  const due = sql`(SELECT date FROM crawl_sync_date WHERE date <= ${caller.clock.today()})`;
  const columns = sql`finished_at AS crawl_time, status, inserted, updated, skipped, failed, message`;
  const { results } = await caller.read(grant, () => ({
    last: query(
      sql`SELECT ${columns} FROM crawl_runs WHERE finished_at <= ${end} ORDER BY finished_at DESC, id DESC LIMIT 1`,
      readFirst(LAST_READERS),
    ),
    settings: selectSourceSettings,
    owed: query(
      sql`SELECT ${columns}, (SELECT ${NEXT_TRY} ${failedSince(due)}) AS next_try FROM crawl_runs
        WHERE id = (SELECT MAX(id) ${failedSince(due)}) AND finished_at <= ${end}`,
      readFirst({ ...LAST_READERS, next_try: asText }),
    ),
  }));
  const { last, owed } = results;
  if (owed) {
    const { next_try, ...run } = owed;
    const reason = readMessage(run.message, caller.lang) ?? '';
    return { ...run, status: 'owed', message: fill(OWED[caller.lang], { reason, time: next_try.slice(0, 16) }) };
  }
  if (last) return { ...last, message: readMessage(last.message, caller.lang) };
  const problem = configureSource(crawlSource, results.settings).problem?.text[caller.lang] ?? null;
  return { crawl_time: null, status: null, inserted: 0, updated: 0, skipped: 0, failed: 0, message: problem };
}
