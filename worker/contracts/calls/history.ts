import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { users } from '../entities/users.ts';
import { date, type Fields, integer, option, ref, text } from '../fields.ts';
import { FROM_DAY, TO_DAY } from '../labels.ts';
import { MAX_COPIES, pageFields } from '../paging.ts';
import { SIGN_IN_KINDS } from './auth.ts';

/** Through what a record was written. */
export const HISTORY_SOURCES = {
  screen: { vi: 'Màn hình', en: 'Screen' },
  import: { vi: 'Nhập từ tệp', en: 'Import' },
  crawl: { vi: 'Lấy dữ liệu', en: 'Crawl' },
  calculation: { vi: 'Tính điểm', en: 'Calculation' },
  script: { vi: 'Chương trình', en: 'Script' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} as const;

const PAGE = pageFields(MAX_COPIES);
const PERIOD = { from: date(FROM_DAY), to: date(TO_DAY) };
const user_id = ref({ ...users.label, en: 'User' }, 'users');

/** Parameters of `GET history`. `entity` is an entity's name or a table's. */
export const HISTORY_PARAMS = {
  entity: text({ vi: 'Loại dữ liệu', en: 'List' }, { max: 64 }),
  id: integer({ vi: 'Mã số', en: 'Id' }, { min: 1 }),
  user_id,
  source: option({ vi: 'Nguồn', en: 'Source' }, HISTORY_SOURCES),
  ...PERIOD,
  ...PAGE,
} satisfies Fields;

export const SIGN_IN_PARAMS = {
  user_id,
  kind: option({ vi: 'Loại', en: 'Kind' }, SIGN_IN_KINDS),
  ...PERIOD,
  ...PAGE,
} satisfies Fields;

export const REFUSAL_PARAMS = { user_id, ...PAGE } satisfies Fields;

export const HISTORY_COLUMNS: Column[] = [
  column('at', { vi: 'Lúc', en: 'Time' }, 'datetime'),
  column('user_name', user_id.label),
  column('action', { vi: 'Kiểu ghi', en: 'Action' }, 'text', {
    options: { insert: { vi: 'Tạo', en: 'Created' }, update: { vi: 'Sửa', en: 'Changed' }, delete: { vi: 'Xóa', en: 'Deleted' } },
  }),
  column('record', { vi: 'Bản ghi', en: 'Record' }),
  column('source', HISTORY_PARAMS.source.label, 'text', { options: HISTORY_SOURCES }),
  column('changed', { vi: 'Thay đổi', en: 'Changes' }),
];

export const SIGN_IN_COLUMNS: Column[] = [
  column('at', { vi: 'Lúc', en: 'Time' }, 'datetime'),
  column('kind', SIGN_IN_PARAMS.kind.label, 'text', { options: SIGN_IN_KINDS }),
  column('username', { vi: 'Tên đăng nhập', en: 'Username' }),
  column('user_name', user_id.label),
  column('actor_name', { vi: 'Người thực hiện', en: 'Done by' }),
  column('address', { vi: 'Địa chỉ mạng', en: 'Network address' }),
  column('user_agent', { vi: 'Thiết bị', en: 'Device' }),
];

export const REFUSAL_COLUMNS: Column[] = [
  column('last_at', { vi: 'Lần cuối', en: 'Last' }, 'datetime'),
  column('user_name', user_id.label),
  column('route', { vi: 'Lời gọi', en: 'Call' }),
  column('status', { vi: 'Mã trả lời', en: 'Status' }, 'integer'),
  column('count', { vi: 'Số lần', en: 'Times' }, 'integer'),
  column('first_at', { vi: 'Lần đầu', en: 'First' }, 'datetime'),
];
