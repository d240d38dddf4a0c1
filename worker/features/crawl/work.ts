import { sql } from 'drizzle-orm';
import { crawlRuns as runsContract } from '../../contracts/calls/crawl.ts';
import type { Text } from '../../contracts/text.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { crawlRuns } from '../../platform/db/schema/crawl.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import { defineRun, failureOf } from '../../platform/queue/define-run.ts';
import { activeStatuses } from '../../platform/queue/run.ts';
import type { FailReason } from '../../platform/queue/run-kind.ts';

/** A crawl as the job works on it; the columns are explained in db/schema/crawl.ts. */
export type Run = typeof crawlRuns.$inferSelect;

/** Nothing of the source is kept among the files. */
const BROKEN: Text = {
  vi: 'Hệ thống gặp lỗi khi ghi dữ liệu; lần chạy sau sẽ đọc lại từ đầu',
  en: 'Something went wrong while writing; the next crawl reads it all again',
};
const failures = { broken: BROKEN, files_missing: BROKEN };

/** What reads the source keeps texts, as the source's own errors are. */
export const keepFailure = (reason: FailReason): string => JSON.stringify(failureOf({ failures }, reason));

/** The crawl as queued work. */
export const crawlWork = defineRun({
  table: crawlRuns,
  label: runsContract.label,
  progressColumn: 'updated_at',
  source: 'crawl',
  listing: { kind: 'crawl', what: sql`r.kind`, path: sql`'/directs/crawls'`, done: sql`r.jobs` },
  messageFor: (id) => ({ type: 'crawl', run_id: id }),
  // What the source has is everybody's: a crawl goes on whoever asked for it.
  owner: sql`NULL`,
  failures,
  keepReason: keepFailure,
});

/** Statuses of a crawl that is still at work, as SQL. */
export const ACTIVE = activeStatuses(crawlWork);

export const CRAWL_AUTHOR = { user_id: null, source: 'crawl' } as const;

export function selectRunById(id: number): Query<Run | undefined> {
  return query(sql`SELECT * FROM crawl_runs WHERE id = ${id}`, readFirst(crawlRuns));
}
