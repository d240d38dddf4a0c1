import { column } from '../columns.ts';
import { DEPARTMENT } from '../labels.ts';
import { MONTH } from '../months.ts';
import type { Text } from '../text.ts';

/** What a column of the file for payroll holds. */
export const PAYROLL_COLUMNS = {
  employee_code: { vi: 'Mã nhân viên', en: 'Employee code' },
  name: { vi: 'Họ tên', en: 'Full name' },
  total_point_1: { vi: 'Tổng điểm 1', en: 'Total point 1' },
  total_point_2: { vi: 'Tổng điểm 2', en: 'Total point 2' },
  department: DEPARTMENT,
  month: MONTH,
  constant: { vi: 'Giá trị cố định', en: 'Fixed value' },
} satisfies Record<string, Text>;
export type PayrollColumnKind = keyof typeof PAYROLL_COLUMNS;

export const PAYROLL_TOTALS = ['total_point_1', 'total_point_2'] as const satisfies readonly PayrollColumnKind[];
export type PayrollTotal = (typeof PAYROLL_TOTALS)[number];

/** What the settings of the file are called. */
export const PAYROLL_MAP_LABELS = {
  columns: { vi: 'Các cột', en: 'Columns' },
  decimal_sign: { vi: 'Dấu thập phân', en: 'Decimal sign' },
  format: { vi: 'Loại tệp', en: 'File type' },
  version: { vi: 'Phiên bản', en: 'Version' },
} satisfies Record<string, Text>;

export const MAX_PAYROLL_COLUMNS = 30;
export const MAX_PAYROLL_TEXT = 100;

export const PAYROLL_KINDS = {
  full: { vi: 'Đầy đủ', en: 'Full' },
  difference: { vi: 'Chênh lệch', en: 'Difference' },
} satisfies Record<string, Text>;

/** The files that were handed over, on screen. */
export const PAYROLL_FILE_COLUMNS = [
  column('created_at', { vi: 'Giao lúc', en: 'Handed over' }),
  column('kind', { vi: 'Loại', en: 'Kind' }),
  column('seal_version', { vi: 'Niêm phong', en: 'Seal' }, 'integer'),
  column('rows', { vi: 'Số người', en: 'People' }, 'integer'),
  column('sha256', { vi: 'Mã đối chiếu', en: 'Check code' }),
  column('by', { vi: 'Người giao', en: 'By' }),
];
