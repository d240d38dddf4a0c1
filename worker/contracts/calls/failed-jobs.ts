import { column } from '../columns.ts';
import type { Column } from '../contract.ts';

/** The messages that the queue gave up. */
export const FAILED_JOB_COLUMNS: readonly Column[] = [
  column('dead_at', { vi: 'Dừng thử lúc', en: 'Given up at' }, 'datetime'),
  column('type', { vi: 'Việc', en: 'Job' }),
  column('error', { vi: 'Lỗi', en: 'Error' }),
  column('attempts', { vi: 'Số lần thử', en: 'Attempts' }, 'integer'),
  column('settled_at', { vi: 'Đã xử lý lúc', en: 'Settled at' }, 'datetime'),
  column('failed_at', { vi: 'Lỗi lần cuối lúc', en: 'Last failed at' }, 'datetime'),
];
