import type { Column } from '../contract.ts';

const text = (key: string, vi: string, en: string): Column => ({ key, label: { vi, en }, kind: 'text' });

/** The messages that the queue gave up. */
export const FAILED_JOB_COLUMNS: readonly Column[] = [
  { key: 'dead_at', label: { vi: 'Dừng thử lúc', en: 'Given up at' }, kind: 'datetime' },
  text('type', 'Việc', 'Job'),
  text('error', 'Lỗi', 'Error'),
  { key: 'attempts', label: { vi: 'Số lần thử', en: 'Attempts' }, kind: 'integer' },
  { key: 'failed_at', label: { vi: 'Lỗi lần cuối lúc', en: 'Last failed at' }, kind: 'datetime' },
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
