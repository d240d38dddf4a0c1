import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { option } from '../fields.ts';
import { pageFields } from '../paging.ts';
import type { Text } from '../text.ts';

/** The kinds of work that go on beside requests. */
export const RUN_KINDS = {
  calculation: { vi: 'Tính điểm', en: 'Calculation' },
  crawl: { vi: 'Lấy dữ liệu từ Base.vn', en: 'Crawl' },
  reconciliation: { vi: 'Đối chiếu với Base.vn', en: 'Reconciliation' },
  import: { vi: 'Nhập Excel', en: 'Import' },
  operation: { vi: 'Sửa nhiều, hoàn tác', en: 'Bulk edit, undo' },
  scenario: { vi: 'Thử phương án', en: 'Scenario trial' },
  replay: { vi: 'Tính lại tháng đã khóa', en: 'Replay of a locked month' },
  drill: { vi: 'Thử khôi phục bản sao lưu', en: 'Restore drill' },
} as const satisfies Record<string, Text>;
export type RunKind = keyof typeof RUN_KINDS;

/** Where work of any kind stands; that of one kind may say more. */
export const RUN_STATES = {
  queued: { vi: 'Đang chờ', en: 'Waiting' },
  running: { vi: 'Đang chạy', en: 'Running' },
  done: { vi: 'Đã xong', en: 'Done' },
  failed: { vi: 'Thất bại', en: 'Failed' },
  cancelled: { vi: 'Đã hủy', en: 'Cancelled' },
} as const satisfies Record<string, Text>;

const KIND: Text = { vi: 'Loại', en: 'Kind' };
const STATUS: Text = { vi: 'Trạng thái', en: 'Status' };

export const RUN_PARAMS = { kind: option(KIND, RUN_KINDS), status: option(STATUS, RUN_STATES), ...pageFields() };

export const RUN_COLUMNS: readonly Column[] = [
  column('kind', KIND, 'text', { options: RUN_KINDS }),
  column('what', { vi: 'Việc', en: 'What' }),
  column('status', STATUS, 'text', { options: RUN_STATES }),
  column('progress', { vi: 'Tiến độ', en: 'Progress' }),
  column('user_name', { vi: 'Người yêu cầu', en: 'Asked for by' }),
  column('created_at', { vi: 'Từ lúc', en: 'Since' }, 'datetime'),
  column('finished_at', { vi: 'Xong lúc', en: 'Ended at' }, 'datetime'),
];
