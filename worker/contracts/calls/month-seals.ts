import type { Text } from '../text.ts';

/** The tables whose records a seal counts and hashes, with the date that places a record in a month. */
export const SEALED_RECORDS = { directs: 'henkyaku_hi', indirects: 'rate_at', mistakes: 'rate_at', pro: 'rate_at' } as const;
export type SealedTable = keyof typeof SEALED_RECORDS;

/** The sections of a document that are stored row by row. */
export const SEAL_ROW_KINDS = ['totals', 'user_charts', 'department_charts'] as const;
export type SealRowKind = (typeof SEAL_ROW_KINDS)[number];
export const SEAL_ROW_LABELS: Readonly<Record<SealRowKind, Text>> = {
  totals: { vi: 'tổng điểm', en: 'totals' },
  user_charts: { vi: 'biểu đồ theo người', en: 'charts by person' },
  department_charts: { vi: 'biểu đồ theo phòng ban', en: 'charts by department' },
};

/** Why a figure of a locked month would be another today, and what that is called. */
export const DRIFT_CAUSES = {
  factor: { vi: 'hệ số pro', en: 'pro factor' },
  rating: { vi: 'đánh giá pro', en: 'pro rating' },
  expression: { vi: 'công thức tổng điểm', en: 'totals expression' },
  rule: { vi: 'quy tắc tính', en: 'calculation rule' },
  record: { vi: 'bản ghi', en: 'record' },
  name: { vi: 'họ tên', en: 'name' },
  username: { vi: 'tên đăng nhập', en: 'username' },
  code: { vi: 'mã người dùng', en: 'user code' },
  employee_code: { vi: 'mã nhân viên', en: 'employee code' },
  area: { vi: 'khu vực', en: 'area' },
  position: { vi: 'chức vụ', en: 'position' },
  department: { vi: 'phòng ban', en: 'department' },
  group: { vi: 'nhóm', en: 'group' },
  active: { vi: 'trạng thái hoạt động', en: 'active' },
  deleted: { vi: 'đã xóa', en: 'deleted' },
} as const;
export type DriftCause = keyof typeof DRIFT_CAUSES;
