import { integer, text } from '../fields.ts';
import { MONTH, YEAR } from '../months.ts';
import type { Text } from '../text.ts';

/** Parameters of a comparison: the statement's month, and the month it is compared with. */
export const COMPARE_PARAMS = {
  year: integer(YEAR, { min: 2000, max: 2100 }),
  month: integer(MONTH, { min: 1, max: 12 }),
  with: text({ vi: 'Tháng so sánh', en: 'Compared month' }, { required: true, max: 7, pattern: 'year_month' }),
};

/** What the difference of two months is taken apart into, in this order. */
export const COMPARE_STEPS = {
  design_count: { vi: 'Số việc thiết kế', en: 'Number of design jobs' },
  design_kind: { vi: 'Loại việc thiết kế', en: 'Kind of design jobs' },
  design_size: { vi: 'Khối lượng (tsubo)', en: 'Size of design jobs' },
  check_count: { vi: 'Số việc kiểm tra', en: 'Number of checked jobs' },
  check_kind: { vi: 'Loại việc kiểm tra', en: 'Kind of checked jobs' },
  check_size: { vi: 'Độ lớn việc kiểm tra', en: 'Size of checked jobs' },
  adjustments: { vi: 'Điểm điều chỉnh tay', en: 'Manual adjustments' },
  indirect_yes: { vi: 'Việc gián tiếp tính vào tổng', en: 'Indirect work, counted' },
  indirect_no: { vi: 'Việc gián tiếp không tính vào tổng', en: 'Indirect work, not counted' },
  mistakes_n: { vi: 'Lỗi phát hiện bên ngoài', en: 'Mistakes found outside' },
  mistakes_t: { vi: 'Lỗi phát hiện bên trong', en: 'Mistakes found inside' },
  factor: { vi: 'Hệ số pro', en: 'Pro factor' },
  expressions: { vi: 'Công thức tính tổng', en: 'Totals expressions' },
} as const satisfies Record<string, Text>;
export type CompareStepKind = keyof typeof COMPARE_STEPS;
