import type { Text } from '../text.ts';

/** Where a calculation run stands. */
export type RunStatus = 'queued' | 'computing' | 'publishing' | 'preview' | 'done' | 'failed' | 'cancelled';

/** A month has at most one run in these; asking again answers that one. */
export const ACTIVE_RUN_STATUSES: readonly RunStatus[] = ['queued', 'computing', 'publishing'];

/** Any other work of the queue stands here until it is over. */
export const ACTIVE_WORK_STATUSES: readonly string[] = ['queued', 'running'];
export const isWorkActive = (status: string | null | undefined): boolean => ACTIVE_WORK_STATUSES.includes(status ?? '');

export const RUN_STATUS_LABELS: Readonly<Record<RunStatus, Text>> = {
  queued: { vi: 'Đang chờ', en: 'Waiting' },
  computing: { vi: 'Đang tính', en: 'Computing' },
  publishing: { vi: 'Đang ghi kết quả', en: 'Publishing' },
  preview: { vi: 'Xem trước', en: 'Preview' },
  done: { vi: 'Đã xong', en: 'Done' },
  failed: { vi: 'Thất bại', en: 'Failed' },
  cancelled: { vi: 'Đã hủy', en: 'Cancelled' },
};
