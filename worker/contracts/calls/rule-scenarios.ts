import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { flag, integer, month, text } from '../fields.ts';
import { ORDER } from '../labels.ts';
import { pageFields } from '../paging.ts';

/** The months that a scenario is tried on, both included. */
export const SCENARIO_RUN_BODY = {
  from: month({ vi: 'Từ tháng', en: 'From month' }, { required: true }),
  to: month({ vi: 'Đến tháng', en: 'To month' }, { required: true }),
};
export const MAX_TRIED_MONTHS = 24;

export const PROMOTE_BODY = {
  valid_from: month({ vi: 'Áp dụng từ tháng', en: 'Counts from' }, { required: true }),
  /** Needed where a worked example would break. */
  reason: text({ vi: 'Lý do', en: 'Reason' }, { max: 1000 }),
};

export const REVERT_BODY = {
  entity: text({ vi: 'Bảng quy tắc', en: 'Table of rules' }, { required: true, max: 64 }),
  row_id: integer({ vi: 'Dòng', en: 'Row' }, { required: true, min: 1 }),
};

export const SCENARIO_RESULT_PARAMS = {
  changed: flag({ vi: 'Chỉ dòng thay đổi', en: 'Changed only' }),
  customer_id: integer({ vi: 'Khách hàng', en: 'Customer' }, { min: 1 }),
  dept_id: integer({ vi: 'Phòng ban', en: 'Department' }, { min: 1 }),
  user_id: integer({ vi: 'Nhân viên', en: 'Employee' }, { min: 1 }),
  month: month({ vi: 'Tháng', en: 'Month' }),
  name: text({ vi: 'Tên', en: 'Name' }),
  order_by: text(ORDER, { max: 100 }),
  ...pageFields(),
};

const POINTS = { decimals: 3 };
const FIGURES = [
  column('before', { vi: 'Trước', en: 'Before' }, 'decimal', POINTS),
  column('after', { vi: 'Sau', en: 'After' }, 'decimal', POINTS),
  column('difference', { vi: 'Chênh lệch', en: 'Difference' }, 'decimal', { ...POINTS, strong: true, signed: true }),
] as const;

/** Columns of the lists of a run. */
export const SCENARIO_RESULT_COLUMNS = {
  people: [
    column('name', { vi: 'Nhân viên', en: 'Employee' }),
    column('code', { vi: 'Mã', en: 'Code' }),
    column('department', { vi: 'Phòng ban', en: 'Department' }),
    ...FIGURES,
    column('total_1_before', { vi: 'Tổng điểm 1 trước', en: 'Total point 1 before' }, 'decimal', POINTS),
    column('total_1_after', { vi: 'Tổng điểm 1 sau', en: 'Total point 1 after' }, 'decimal', POINTS),
    column('total_2_before', { vi: 'Tổng điểm 2 trước', en: 'Total point 2 before' }, 'decimal', POINTS),
    column('total_2_after', { vi: 'Tổng điểm 2 sau', en: 'Total point 2 after' }, 'decimal', POINTS),
  ],
  departments: [
    column('name', { vi: 'Phòng ban', en: 'Department' }),
    column('jobs', { vi: 'Số công việc', en: 'Jobs' }, 'integer'),
    ...FIGURES,
  ],
  customers: [
    column('name', { vi: 'Khách hàng', en: 'Customer' }),
    column('code', { vi: 'Mã', en: 'Code' }),
    column('jobs', { vi: 'Số công việc', en: 'Jobs' }, 'integer'),
    ...FIGURES,
  ],
  directs: [
    column('name', { vi: 'Mã công việc', en: 'Task code' }),
    column('bukkenmei', { vi: 'Tên công trình', en: 'Building' }),
    column('customer', { vi: 'Khách hàng', en: 'Customer' }),
    column('user', { vi: 'Người thiết kế', en: 'Designer' }),
    column('checker', { vi: 'Người kiểm tra', en: 'Checker' }),
    column('henkyaku_hi', { vi: 'Ngày trả', en: 'Returned' }, 'date'),
    ...FIGURES,
    column('before_design', { vi: 'Điểm thiết kế trước', en: 'Design points before' }, 'decimal', POINTS),
    column('after_design', { vi: 'Điểm thiết kế sau', en: 'Design points after' }, 'decimal', POINTS),
    column('before_check', { vi: 'Điểm kiểm tra trước', en: 'Check points before' }, 'decimal', POINTS),
    column('after_check', { vi: 'Điểm kiểm tra sau', en: 'Check points after' }, 'decimal', POINTS),
  ],
} as const satisfies Record<string, readonly Column[]>;
export type ScenarioResultKind = keyof typeof SCENARIO_RESULT_COLUMNS;
export const SCENARIO_RESULT_KINDS = Object.keys(SCENARIO_RESULT_COLUMNS) as ScenarioResultKind[];

export const REALITY_PARAMS = {
  from: month({ vi: 'Từ tháng', en: 'From month' }, { required: true }),
  to: month({ vi: 'Đến tháng', en: 'To month' }, { required: true }),
};

export const FILL_BODY = {
  ...REALITY_PARAMS,
  customer_id: integer({ vi: 'Khách hàng', en: 'Customer' }, { required: true, min: 1 }),
  work_category_id: integer({ vi: 'Hạng mục', en: 'Work category' }, { required: true, min: 1 }),
};

/** Columns of the comparison of standards with minutes. */
export const REALITY_COLUMNS: readonly Column[] = [
  column('customer', { vi: 'Khách hàng', en: 'Customer' }),
  column('work_category', { vi: 'Hạng mục', en: 'Work category' }),
  column('n', { vi: 'Số công việc', en: 'Jobs' }, 'integer'),
  column('percent', { vi: 'Lệch (%)', en: 'Off by (%)' }, 'decimal', { decimals: 1, strong: true, signed: true }),
  column('minutes_per_point', { vi: 'Phút mỗi điểm', en: 'Minutes per point' }, 'decimal', { decimals: 2 }),
  column('minutes_per_point_spread', { vi: 'Độ phân tán', en: 'Spread' }, 'decimal', { decimals: 2 }),
  column('office_minutes_per_point', { vi: 'Toàn công ty', en: 'Office' }, 'decimal', { decimals: 2 }),
  column('minutes_per_tsubo', { vi: 'Phút mỗi tsubo', en: 'Minutes per tsubo' }, 'decimal', { decimals: 2 }),
  column('office_minutes_per_tsubo', { vi: 'Toàn công ty, cùng hạng mục', en: 'Office, same category' }, 'decimal', { decimals: 2 }),
];
