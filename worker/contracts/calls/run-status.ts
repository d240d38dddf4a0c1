import type { Text } from '../text.ts';

/** Where a calculation run stands. */
export type RunStatus = 'queued' | 'computing' | 'publishing' | 'preview' | 'done' | 'failed' | 'cancelled';

/** A month has at most one run in these; asking again answers that one. */
export const ACTIVE_RUN_STATUSES: readonly RunStatus[] = ['queued', 'computing', 'publishing'];

export const RUN_STATUS_LABELS: Readonly<Record<RunStatus, Text>> = {
  queued: { vi: 'Đang chờ', en: 'Waiting' },
  computing: { vi: 'Đang tính', en: 'Computing' },
  publishing: { vi: 'Đang ghi kết quả', en: 'Publishing' },
  preview: { vi: 'Xem trước', en: 'Preview' },
  done: { vi: 'Đã xong', en: 'Done' },
  failed: { vi: 'Thất bại', en: 'Failed' },
  cancelled: { vi: 'Đã hủy', en: 'Cancelled' },
};
