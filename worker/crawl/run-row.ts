import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { officeTime } from '../clock.ts';
import type { CrawlStatus } from '../contracts/calls/crawl.ts';
import type { Text } from '../contracts/text.ts';
import type { PageMark } from './paging.ts';

/** A crawl as the job works on it; the columns are told in db/schema/crawl.ts. */
export interface Run {
  id: number;
  version: number;
  status: CrawlStatus;
  full: boolean;
  workflows: { id: string; updated_from: number }[];
  workflow: number;
  page: number;
  attempt: number;
  mark: PageMark | null;
}

export function runById(id: number): SQL {
  return sql`SELECT id, version, status, "full", workflows, workflow, page, attempt, mark FROM crawl_runs WHERE id = ${id}`;
}

export function runOf(result: ResultSet | undefined): Run | undefined {
  const row = result?.rows[0];
  if (!row) return undefined;
  return {
    id: Number(row.id),
    version: Number(row.version),
    status: row.status as CrawlStatus,
    full: row.full === 1,
    workflows: JSON.parse(String(row.workflows)),
    workflow: Number(row.workflow),
    page: Number(row.page),
    attempt: Number(row.attempt),
    mark: JSON.parse(String(row.mark)),
  };
}

/** Statuses of a crawl that is still at work, as SQL. */
export const ACTIVE = sql.raw(`('queued', 'running')`);

export function isActive(status: string): boolean {
  return status === 'queued' || status === 'running';
}

/** True while the run is where the job found it. */
export function unmoved({ id, version }: Pick<Run, 'id' | 'version'>): SQL {
  return sql`id = ${id} AND version = ${version} AND status IN ${ACTIVE}`;
}

/** A crawl that gave no sign of life for this long is dead. */
const STUCK_MS = 10 * 60_000;

/** Active crawls with an older `updated_at` are stuck. */
export function stuckBefore(clock: Clock): string {
  return officeTime(clock.now() - STUCK_MS);
}

export const STUCK: Text = {
  vi: 'Không có tiến triển trong 10 phút nên đã dừng; hãy chạy lại',
  en: 'It made no progress for 10 minutes and was stopped; start it again',
};

/** The queue gave a message up: the fault is on our side. */
export const BROKEN: Text = {
  vi: 'Hệ thống gặp lỗi khi ghi dữ liệu; lần chạy sau sẽ đọc lại từ đầu',
  en: 'Something went wrong while writing; the next crawl reads it all again',
};

export const CRAWL_AUTHOR = { user_id: null, source: 'crawl' } as const;
