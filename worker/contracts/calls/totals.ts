import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { date, integer, ref, text as textField } from '../fields.ts';
import { DEPARTMENT_GROUP, FROM_DAY, TO_DAY } from '../labels.ts';

/** Asks for a version of a month's seal, in force or not. */
export const SEAL_VERSION_FIELD = integer({ vi: 'Phiên bản niêm phong', en: 'Seal version' }, { min: 1 });

/** One person and month. */
export type TotalRow = {
  user_id: number;
  username: string;
  code: string | null;
  name: string;
  employee_code: string | null;
  area: string | null;
  position_name: string | null;
  direct_point: number;
  mistake_point_n: number;
  mistake_point_t: number;
  indirect_point_yes: number;
  indirect_point_no: number;
  /** Null where the expression has no value. */
  total_point_1: number | null;
  total_point_2: number | null;
  pro_index: number;
  /** YYYY-MM. */
  month: string;
};

const POINTS = { decimals: 3 };

export const TOTAL_COLUMNS: readonly (Column & { key: keyof TotalRow })[] = [
  column('username', 'Tên đăng nhập (Mã)', 'Username (Code)'),
  column('name', 'Họ tên', 'Full name'),
  column('employee_code', 'Mã nhân viên', 'Employee code'),
  column('area', 'Khu vực', 'Area'),
  column('position_name', 'Chức vụ', 'Position'),
  column('direct_point', 'Điểm trực tiếp', 'Direct point', 'decimal', POINTS),
  column('mistake_point_n', 'Điểm lỗi (N)', 'Mistake point (N)', 'decimal', POINTS),
  column('mistake_point_t', 'Điểm lỗi (T)', 'Mistake point (T)', 'decimal', POINTS),
  column('indirect_point_yes', 'Điểm gián tiếp (có)', 'Indirect point (yes)', 'decimal', POINTS),
  column('indirect_point_no', 'Điểm gián tiếp (không)', 'Indirect point (no)', 'decimal', POINTS),
  column('total_point_1', 'Tổng điểm 1', 'Total point 1', 'decimal', POINTS),
  column('total_point_2', 'Tổng điểm 2', 'Total point 2', 'decimal', POINTS),
  column('pro_index', 'Hệ số pro', 'Pro index', 'decimal', { ...POINTS, factor: true }),
  column('month', 'Tháng', 'Month'),
];

/** The points that a sum over rows makes sense for. */
export const SUMMED = [
  'direct_point',
  'mistake_point_n',
  'mistake_point_t',
  'indirect_point_yes',
  'indirect_point_no',
  'total_point_1',
  'total_point_2',
] as const satisfies readonly (keyof TotalRow)[];
export type TotalSum = Record<(typeof SUMMED)[number], number>;

/** A customer with the jobs that the filter leaves. */
export interface TotalCustomerRow {
  id: number;
  name: string;
  total_task: number;
  total_tsubosuu: number;
  direct: TotalCustomerJob[];
}

export type TotalCustomerJob = {
  id: number;
  name: string | null;
  bukkenmei: string | null;
  hacchyuumoto: string | null;
  hacchyuu_naiyou: string | null;
  tsubosuu: number | null;
  uketsuke_hi: string | null;
  henkyaku_hi: string | null;
  department_name: string | null;
  group_name: string | null;
  is_checked: 0 | 1;
};

/** The filters of `GET /total_customers` that a screen shows. */
export const totalCustomerFilters = {
  customers__name: textField({ vi: 'Tên khách hàng', en: 'Customer name' }),
  direct__hacchyuumoto: textField({ vi: 'Nơi đặt hàng', en: 'Order source' }),
  direct__hacchyuu_naiyou: textField({ vi: 'Nội dung đặt hàng', en: 'Order content' }),
  department_groups__id: ref(DEPARTMENT_GROUP, 'department_groups'),
  exc_start_time: date(FROM_DAY),
  exc_end_time: date(TO_DAY),
};

export const TOTAL_CUSTOMER_COLUMNS: readonly Column[] = [
  { key: 'name', label: { vi: 'Tên khách hàng', en: 'Customer name', ja: '得意先名' }, kind: 'text' },
  column('total_task', 'Số công việc', 'Total tasks', 'integer'),
  { key: 'total_tsubosuu', label: { vi: 'Tổng số tsubo', en: 'Total floor area', ja: '坪数合計' }, kind: 'decimal', decimals: 2 },
];

/** The jobs below a customer on screen. */
export const TOTAL_CUSTOMER_JOB_COLUMNS: readonly Column[] = [
  { key: 'name', label: { vi: 'Mã công việc', en: 'Task code' }, kind: 'text' },
  { key: 'hacchyuumoto', label: { vi: 'Nơi đặt hàng', en: 'Order source' }, kind: 'text' },
  { key: 'hacchyuu_naiyou', label: { vi: 'Nội dung đặt hàng', en: 'Order content' }, kind: 'text' },
  { key: 'tsubosuu', label: { vi: 'Số tsubo', en: 'Floor area' }, kind: 'decimal', decimals: 2 },
  column('uketsuke_hi', 'Ngày tiếp nhận', 'Received', 'date'),
  column('henkyaku_hi', 'Ngày trả', 'Returned', 'date'),
  { key: 'department_name', label: { vi: 'Phòng ban', en: 'Department' }, kind: 'text' },
  { key: 'group_name', label: { vi: 'Nhóm', en: 'Group' }, kind: 'text' },
  { key: 'is_checked', label: { vi: 'Đã kiểm tra', en: 'Checked' }, kind: 'flag' },
];
