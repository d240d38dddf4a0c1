import { sql } from 'drizzle-orm';
import { ACTIVE_WORK_STATUSES } from '../../contracts/calls/run-status.ts';
import type { Text } from '../../contracts/text.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { crawlRuns } from '../../platform/db/schema/crawl.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { activeStatuses, type FailReason, failStatement, type QueuedWork } from '../../platform/queue/run.ts';

/** A crawl as the job works on it; the columns are explained in db/schema/crawl.ts. */
export type Run = typeof crawlRuns.$inferSelect;

/** The crawl as queued work. */
export const crawlWork: QueuedWork<typeof crawlRuns> = {
  table: crawlRuns,
  activeStatuses: ACTIVE_WORK_STATUSES,
  progressColumn: 'updated_at',
  source: 'crawl',
  messageFor: (id) => ({ type: 'crawl', run_id: id }),
  // What the source has is everybody's: a crawl goes on whoever asked for it.
  owner: sql`NULL`,
  fail: (deps, id, reason) => failCrawl(deps, id, FAIL_TEXTS[reason]),
};

/** Statuses of a crawl that is still at work, as SQL. */
export const ACTIVE = activeStatuses(crawlWork);

export const CRAWL_AUTHOR = { user_id: null, source: 'crawl' } as const;

const BROKEN: Text = {
  vi: 'Hệ thống gặp lỗi khi ghi dữ liệu; lần chạy sau sẽ đọc lại từ đầu',
  en: 'Something went wrong while writing; the next crawl reads it all again',
};

export const FAIL_TEXTS: Record<FailReason, Text> = {
  stalled: {
    vi: 'Không có tiến triển trong 10 phút nên đã dừng; hãy chạy lại',
    en: 'It made no progress for 10 minutes and was stopped; start it again',
  },
  broken: BROKEN,
  // A crawl keeps none.
  files_missing: BROKEN,
  no_right: {
    vi: 'Người yêu cầu không còn quyền này nên đã dừng',
    en: 'Whoever asked for it has no right to it any more, so it was stopped',
  },
  not_queued: { vi: 'Không đưa được vào hàng đợi', en: 'It could not be put on the queue' },
};

/** Ends a crawl that is still at work as failed; what it read before stays, and the next one reads the same window again. */
async function failCrawl({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, message: Text): Promise<void> {
  await db.write([failStatement(crawlWork, sql`id = ${id}`, JSON.stringify(message), clock)], CRAWL_AUTHOR);
}

export function selectRunById(id: number): Query<Run | undefined> {
  return query(sql`SELECT * FROM crawl_runs WHERE id = ${id}`, readFirst(crawlRuns));
}
