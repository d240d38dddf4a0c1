import { column } from '../columns.ts';
import type { Column } from '../contract.ts';

/** The messages that the queue gave up. */
export const FAILED_JOB_COLUMNS: readonly Column[] = [
  column('dead_at', 'Dừng thử lúc', 'Given up at', 'datetime'),
  column('type', 'Việc', 'Job'),
  column('error', 'Lỗi', 'Error'),
  column('attempts', 'Số lần thử', 'Attempts', 'integer'),
  column('failed_at', 'Lỗi lần cuối lúc', 'Last failed at', 'datetime'),
];

/** A job that the queue gave up. */
export interface FailedJob {
  id: number;
  type: string | null;
  body: string;
  error: string | null;
  attempts: number;
  failed_at: string;
  dead_at: string;
}
