import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import type { Text } from '../text.ts';

interface SystemCheck {
  label: Text;
  /** What is wrong beyond it. */
  limit: Text;
  /** Where an Admin looks further. */
  path?: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Limits of the checks: of ages in minutes, else what the name says. */
export const SYSTEM_LIMITS = {
  crawl_minutes: 2 * HOUR,
  /** Crons come every quarter of an hour, and so does the message that goes through the queue. */
  schedule_minutes: 40,
  nightly_minutes: 26 * HOUR,
  /** A site of its own tries every night; a deployment's backups are tried by hand. */
  drill_minutes: 35 * DAY,
  database_bytes: 4 * 1024 ** 3,
  errors_a_day: 20,
  slowest_ms: 15_000,
  /** Of the rows that the plan lets a month read. */
  plan_share: 0.7,
  plan_share_nearly: 0.9,
} as const;

/** What the system page looks at, in its order. Each tells Admins once when it is beyond its limit, and once when it is mended. */
export const SYSTEM_CHECKS = {
  schedule: {
    label: { vi: 'Lịch tự động', en: 'Schedule' },
    limit: { vi: 'Chạy 15 phút một lần; chậm nhất 40 phút', en: 'Runs every 15 minutes; at most 40 minutes ago' },
  },
  queue: {
    label: { vi: 'Hàng đợi tác vụ nền', en: 'Job queue' },
    limit: { vi: 'Có việc chạy xong trong 40 phút gần nhất', en: 'A job has ended within the last 40 minutes' },
  },
  dead_jobs: {
    label: { vi: 'Tác vụ nền lỗi', en: 'Jobs given up' },
    limit: { vi: 'Không có việc nào bị bỏ mà chưa xử lý', en: 'None that is not settled' },
    path: '/history/failed-jobs',
  },
  crawl: {
    label: { vi: 'Lấy dữ liệu từ Base.vn', en: 'Crawl from Base.vn' },
    limit: { vi: 'Thành công trong 2 giờ gần nhất', en: 'One has succeeded within two hours' },
    path: '/directs/crawls',
  },
  nightly_run: {
    label: { vi: 'Tính điểm hằng đêm', en: 'Nightly calculation' },
    limit: { vi: 'Chạy trong 26 giờ gần nhất và không lỗi', en: 'Started within 26 hours, and did not fail' },
    path: '/calculate',
  },
  backup: {
    label: { vi: 'Sao lưu', en: 'Backup' },
    limit: { vi: 'Thành công trong 26 giờ gần nhất', en: 'One was made within 26 hours' },
  },
  restore_drill: {
    label: { vi: 'Thử khôi phục bản sao lưu', en: 'Restore drill' },
    limit: { vi: 'Đạt, trong 35 ngày gần nhất', en: 'Passed within 35 days' },
  },
  seals: {
    label: { vi: 'Bản niêm phong của tháng đã khóa', en: 'Seals of locked months' },
    limit: { vi: 'Không bản nào khác với dữ liệu', en: 'None differs from its data' },
  },
  database_size: {
    label: { vi: 'Dung lượng cơ sở dữ liệu', en: 'Database size' },
    limit: { vi: 'Dưới 4 GB', en: 'Below 4 GB' },
  },
  plan_rows: {
    label: { vi: 'Dòng đã đọc trong tháng so với gói', en: "Rows read this month, of the plan's" },
    limit: { vi: 'Không quá 70 % hạn mức đọc của gói', en: 'At most 70 % of what the plan lets a month read' },
  },
  plan_rows_nearly: {
    label: { vi: 'Dòng đã đọc trong tháng, sắp hết gói', en: "Rows read this month, near the plan's end" },
    limit: { vi: 'Không quá 90 % hạn mức đọc của gói', en: 'At most 90 % of what the plan lets a month read' },
  },
  errors: {
    label: { vi: 'Lỗi của hệ thống trong 24 giờ', en: 'System errors in 24 hours' },
    limit: { vi: 'Không quá 20 lần', en: 'At most 20' },
  },
  slow_calls: {
    label: { vi: 'Yêu cầu chậm nhất trong 24 giờ', en: 'Slowest call in 24 hours' },
    limit: { vi: 'Không quá 15 giây', en: 'At most 15 seconds' },
  },
  shared_names: {
    label: { vi: 'Mã và tên đăng nhập trùng người khác', en: 'Codes and usernames shared with others' },
    limit: { vi: 'Không mã nào cũng là của người khác', en: 'None is also a name or code of somebody else' },
    path: '/users',
  },
} as const satisfies Record<string, SystemCheck>;
export type SystemCheckName = keyof typeof SYSTEM_CHECKS;

/** `none`: nothing to judge yet, such as a source that was never crawled. */
export const SYSTEM_STATES = {
  ok: { vi: 'Tốt', en: 'Good' },
  alert: { vi: 'Cần xem', en: 'Needs a look' },
  none: { vi: 'Chưa có', en: 'None yet' },
} as const satisfies Record<string, Text>;

export const CHECK_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Việc', en: 'Work' }),
  column('state', { vi: 'Trạng thái', en: 'State' }, 'text', { options: SYSTEM_STATES }),
  column('last', { vi: 'Lần cuối hoặc số đo', en: 'Last time or figure' }),
  column('limit', { vi: 'Giới hạn', en: 'Limit' }),
  column('note', { vi: 'Ghi chú', en: 'Note' }),
];

export const CALL_ERROR_COLUMNS: readonly Column[] = [
  column('kind', { vi: 'Loại', en: 'Kind' }),
  column('count', { vi: 'Số lần', en: 'Times' }, 'integer'),
  column('last_at', { vi: 'Lần cuối', en: 'Last' }, 'datetime'),
];

export const SLOW_CALL_COLUMNS: readonly Column[] = [
  column('route', { vi: 'Lời gọi', en: 'Call' }),
  column('ms', { vi: 'Mili giây', en: 'Milliseconds' }, 'integer'),
  column('last_at', { vi: 'Lúc', en: 'At' }, 'datetime'),
];

/** Rows of a table of the database. */
export const TABLE_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Bảng', en: 'Table' }),
  column('rows', { vi: 'Số dòng', en: 'Rows' }, 'integer'),
];

/** What a comparison of seals has found, and where one looks further. */
export const SEAL_FINDINGS = {
  months: {
    vi: 'Dữ liệu hoặc bản niêm phong của {months} đã bị sửa ngoài hệ thống; chạy npm run verify hoặc «Kiểm chứng lại» ở tháng đó để biết chỗ nào',
    en: 'Records or the seal of {months} were changed past the program; npm run verify says where, and so does verifying that month',
  },
  locks: {
    vi: 'Khóa tháng và bản niêm phong không khớp nhau; chạy npm run verify để biết chỗ nào',
    en: 'Locks and seals do not fit each other; npm run verify says where',
  },
} as const satisfies Record<string, Text>;

/** Words of the kinds of errors that are no codes of answers. */
export const JOB_ERROR: Text = { vi: 'Việc nền: {type}', en: 'Job: {type}' };
