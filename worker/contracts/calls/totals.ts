import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { date, flag, integer, ref, text as textField } from '../fields.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE, FROM_DAY, ORDER, TO_DAY } from '../labels.ts';
import { MONTH, YEAR } from '../months.ts';
import { pageFields } from '../paging.ts';
import { EVERYONE, STAFF } from '../roles.ts';
import type { TotalRow } from './answers/totals.ts';

/** Who may read the totals, on screen and as a workbook. */
export const TOTALS_ACCESS = { list: EVERYONE, export: STAFF } as const;

/** Asks for a version of a month's seal, in force or not. */
const SEAL_VERSION_FIELD = integer({ vi: 'Phiên bản niêm phong', en: 'Seal version' }, { min: 1 });

/** A month, a year, or a range of days. */
export const periodFields = {
  year: integer(YEAR, { min: 2000, max: 2100 }),
  month: integer(MONTH, { min: 1, max: 12 }),
  exc_start_time: date(FROM_DAY),
  exc_end_time: date(TO_DAY),
};

/** The parameters of `GET /totals`. */
export const totalsFields = {
  ...periodFields,
  dept_id: ref(DEPARTMENT, 'departments'),
  dept_grp_id: ref(DEPARTMENT_GROUP, 'department_groups'),
  user_id: ref(EMPLOYEE, 'users'),
  seal: SEAL_VERSION_FIELD,
  order_by: textField(ORDER, { max: 100 }),
  ...pageFields(),
};

const POINTS = { decimals: 3 };

export const TOTAL_COLUMNS: readonly (Column & { key: keyof TotalRow })[] = [
  column('username', { vi: 'Tên đăng nhập (Mã)', en: 'Username (Code)', ja: 'ユーザー名' }),
  column('name', { vi: 'Họ tên', en: 'Full name', ja: '氏名' }),
  column('employee_code', { vi: 'Mã nhân viên', en: 'Employee code', ja: '社員番号' }),
  column('area', { vi: 'Khu vực', en: 'Area', ja: '地区' }),
  column('position_name', { vi: 'Chức vụ', en: 'Position' }),
  column('direct_point', { vi: 'Điểm trực tiếp', en: 'Direct points' }, 'decimal', POINTS),
  column('mistake_point_n', { vi: 'Điểm lỗi (N)', en: 'Mistake points (N)' }, 'decimal', POINTS),
  column('mistake_point_t', { vi: 'Điểm lỗi (T)', en: 'Mistake points (T)' }, 'decimal', POINTS),
  column('indirect_point_yes', { vi: 'Điểm gián tiếp (tính)', en: 'Indirect points (counted)' }, 'decimal', POINTS),
  column('indirect_point_no', { vi: 'Điểm gián tiếp (không tính)', en: 'Indirect points (not counted)' }, 'decimal', POINTS),
  column('total_point_1', { vi: 'Tổng điểm 1', en: 'Total point 1' }, 'decimal', POINTS),
  column('total_point_2', { vi: 'Tổng điểm 2', en: 'Total point 2' }, 'decimal', POINTS),
  column('pro_index', { vi: 'Hệ số pro', en: 'Pro factor', ja: 'プロ係数' }, 'decimal', { ...POINTS, factor: true }),
  column('month', { vi: 'Tháng', en: 'Month' }),
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

/** The filters of `GET /total_customers` that a screen shows. */
export const totalCustomerFilters = {
  customers__name: textField({ vi: 'Tên khách hàng', en: 'Customer name' }),
  direct__hacchyuumoto: textField({ vi: 'Nơi đặt hàng', en: 'Order source' }),
  direct__hacchyuu_naiyou: textField({ vi: 'Nội dung đặt hàng', en: 'Order content' }),
  department_groups__id: ref(DEPARTMENT_GROUP, 'department_groups'),
  exc_start_time: date(FROM_DAY),
  exc_end_time: date(TO_DAY),
};

/** The parameters of `GET /total_customers`. */
export const customerTotalsFields = {
  ...totalCustomerFilters,
  dept_id: ref(DEPARTMENT, 'departments'),
  customer_id: ref({ vi: 'Khách hàng', en: 'Customer' }, 'customers'),
  /** 0 leaves the job rows out, for a screen that opens them one customer at a time. */
  with_jobs: flag({ vi: 'Kèm công việc', en: 'With jobs' }),
  order_by: textField(ORDER, { max: 100 }),
  ...pageFields(),
};

export const TOTAL_CUSTOMER_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Tên khách hàng', en: 'Customer name', ja: '得意先名' }),
  column('total_task', { vi: 'Số công việc', en: 'Total tasks', ja: '件数' }, 'integer'),
  column('total_tsubosuu', { vi: 'Tổng số tsubo', en: 'Total floor area (坪)', ja: '坪数合計' }, 'decimal', { decimals: 2 }),
];

/** The jobs below a customer on screen. */
export const TOTAL_CUSTOMER_JOB_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Mã công việc', en: 'Task code', ja: '業務コード' }),
  column('hacchyuumoto', { vi: 'Nơi đặt hàng', en: 'Order source', ja: '発注元' }),
  column('hacchyuu_naiyou', { vi: 'Nội dung đặt hàng', en: 'Order content', ja: '発注内容' }),
  column('tsubosuu', { vi: 'Số tsubo', en: 'Floor area (坪)', ja: '坪数' }, 'decimal', { decimals: 2 }),
  column('uketsuke_hi', { vi: 'Ngày tiếp nhận', en: 'Received', ja: '受付日' }, 'date'),
  column('henkyaku_hi', { vi: 'Ngày trả', en: 'Returned', ja: '返却日' }, 'date'),
  column('department_name', { vi: 'Phòng ban', en: 'Department', ja: '部署' }),
  column('group_name', { vi: 'Nhóm', en: 'Group', ja: 'グループ' }),
  column('is_checked', { vi: 'Đã kiểm tra', en: 'Checked', ja: 'チェック済' }, 'flag'),
];
