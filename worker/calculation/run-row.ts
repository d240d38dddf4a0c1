import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { ACTIVE_RUN_STATUSES, type RunMessage, type RunStatus } from '../contracts/calls/calculation.ts';

/** A run as the job works on it; the columns are told in db/schema/calculation.ts. */
export interface Run {
  id: number;
  year: number;
  month: number;
  status: RunStatus;
  preview: 0 | 1;
  include_adjusted: 0 | 1;
  total: number;
  done: number;
  changed: number;
  failed: number;
  message: RunMessage | null;
  rules_hash: string | null;
  source: 'button' | 'cron';
  requested_by: number | null;
  step: number;
  read_date: string;
  read_id: number;
  history_id: number;
  created_at: string;
  started_at: string | null;
  progress_at: string;
  finished_at: string | null;
}

export function runById(id: number): SQL {
  return sql`SELECT * FROM calculation_runs WHERE id = ${id}`;
}

export function runOf(result: ResultSet | undefined): Run | undefined {
  return result?.rows[0] as unknown as Run | undefined;
}

/** YYYY-MM. */
export function monthKey({ year, month }: { year: number; month: number }): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** First day of the month, and first day of the next. */
export function monthBounds({ year, month }: { year: number; month: number }): { from: string; until: string } {
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
  return { from: `${monthKey({ year, month })}-01`, until: `${monthKey(next)}-01` };
}

/** Statuses of a run that is still at work, as SQL. */
export const ACTIVE = sql.raw(`(${ACTIVE_RUN_STATUSES.map((status) => `'${status}'`).join(', ')})`);

export function isActive({ status }: Pick<Run, 'status'>): boolean {
  return ACTIVE_RUN_STATUSES.includes(status);
}

/** True while the run is as this job knows it: nobody cancelled it and no other delivery of its message went further. */
export function unmoved({ id, status, step }: Run): SQL {
  return sql`EXISTS (SELECT 1 FROM calculation_runs WHERE id = ${id} AND status = ${status} AND step = ${step})`;
}
