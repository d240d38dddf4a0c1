import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { type Fields, text } from '../fields.ts';
import type { Text } from '../text.ts';
import { HISTORY_PARAMS } from './history.ts';

/** Operations of at most so many rows are done within the request, larger ones in the queue. */
export const MAX_ROWS_AT_ONCE = 1000;

/** Records that one bulk edit may name. */
export const MAX_BULK_ROWS = 50_000;

/** What the values of a bulk edit's body are called. */
export const BULK_LABELS = {
  ids: { vi: 'Các bản ghi', en: 'Records' },
  filter: { vi: 'Bộ lọc', en: 'Filter' },
  expected: { vi: 'Số bản ghi', en: 'Number of records' },
  values: { vi: 'Giá trị', en: 'Values' },
  versions: { vi: 'Phiên bản', en: 'Versions' },
  rows: { vi: 'Các dòng', en: 'Rows' },
  dry_run: { vi: 'Chạy thử', en: 'Dry run' },
  skip_without_points: { vi: 'Bỏ qua việc chưa có điểm', en: 'Leave out jobs without points' },
  is_checked: { vi: 'Đã kiểm tra', en: 'Checked' },
} as const satisfies Record<string, Text>;

/** Parameters of `GET operations`. `request_id` finds what one call wrote. */
export const OPERATION_PARAMS = {
  user_id: HISTORY_PARAMS.user_id,
  entity: HISTORY_PARAMS.entity,
  source: HISTORY_PARAMS.source,
  request_id: text({ vi: 'Mã yêu cầu', en: 'Request' }, { max: 64 }),
  from: HISTORY_PARAMS.from,
  to: HISTORY_PARAMS.to,
  page: HISTORY_PARAMS.page,
  limit: HISTORY_PARAMS.limit,
} satisfies Fields;

/** Why an operation can't be undone: alone, and behind 'This cannot be undone:'. */
export const NOT_UNDOABLE = {
  undone: { vi: 'Đã được hoàn tác', en: 'Undone already' },
  nothing: { vi: 'Không ghi gì', en: 'Wrote nothing' },
  running: { vi: 'Đang được thực hiện', en: 'Still at work' },
  closed: { vi: 'Phương án đã được áp dụng hoặc đã bỏ', en: 'Its scenario was promoted or discarded' },
} as const satisfies Record<string, Text>;

/** Why an operation in the queue failed, by what it keeps of it. */
export const OPERATION_FAILURES = {
  stalled: {
    vi: 'Dừng vì quá lâu không tiến thêm; phần đã ghi được giữ nguyên. Hãy làm lại cho các bản ghi còn lại',
    en: 'It stopped as it did not get on; what was written stays. Do it again for the records that are left',
  },
  broken: {
    vi: 'Dừng vì lỗi hệ thống; phần đã ghi được giữ nguyên. Hãy làm lại cho các bản ghi còn lại',
    en: 'It stopped at an error of the system; what was written stays. Do it again for the records that are left',
  },
  not_queued: {
    vi: 'Không đưa được vào hàng đợi, chưa ghi gì. Hãy làm lại',
    en: 'It could not be put on the queue; nothing was written. Do it again',
  },
  no_right: {
    vi: 'Dừng vì người thực hiện không còn quyền; phần đã ghi được giữ nguyên và có thể hoàn tác',
    en: 'It stopped as whoever asked for it has no right to it any more; what was written stays and can be undone',
  },
} as const satisfies Record<string, Text>;

export const OPERATION_COLUMNS: Column[] = [
  column('at', { vi: 'Lúc', en: 'Time' }, 'datetime'),
  column('user_name', HISTORY_PARAMS.user_id.label),
  column('source', HISTORY_PARAMS.source.label),
  column('what', { vi: 'Việc đã làm', en: 'What was done' }, 'text', { wraps: true }),
  column('state', { vi: 'Hoàn tác', en: 'Undo' }, 'text', { wraps: true }),
];
