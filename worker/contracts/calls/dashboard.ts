import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { DEPARTMENT } from '../labels.ts';
import type { Text } from '../text.ts';
import type { DepartmentChartRow, UserChartRow } from './answers/dashboard.ts';

const TSUBO = { vi: 'Tổng số tsubo', en: 'Total floor area (坪)', ja: '坪数合計' };
const WORKTIME = { vi: 'Tổng thời gian làm (phút)', en: 'Total work time (minutes)', ja: '作業時間合計(分)' };
const DIFFICULTY = { vi: 'Tổng hệ số độ khó', en: 'Total difficulty coefficient', ja: '難易係数合計' };
const UNIT = { vi: 'Số công việc', en: 'Jobs', ja: '件数' };
const POINTS = { decimals: 3 };

export const USER_CHART_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Họ tên', en: 'Full name', ja: '氏名' }),
  column('username', { vi: 'Tên đăng nhập', en: 'Username', ja: 'ユーザー名' }),
  column('departmentName', DEPARTMENT),
  column('total_tsubo', TSUBO, 'decimal', { decimals: 2 }),
  column('total_worktime', WORKTIME, 'integer'),
  column('total_difficulty_coefficient', DIFFICULTY, 'decimal', POINTS),
  column('total_unit', UNIT, 'integer'),
  column(
    'total_point_standard_design_pass',
    { vi: 'Điểm thiết kế định mức', en: 'Standard design points', ja: '標準設計点' },
    'decimal',
    POINTS,
  ),
  column(
    'total_point_standard_check_pass',
    { vi: 'Điểm kiểm tra định mức', en: 'Standard check points', ja: '標準チェック点' },
    'decimal',
    POINTS,
  ),
  column('total_point', { vi: 'Tổng điểm', en: 'Total points' }, 'decimal', POINTS),
];

export const DEPARTMENT_CHART_COLUMNS: readonly Column[] = [
  column('name', DEPARTMENT),
  column('total_tsubo', TSUBO, 'decimal', { decimals: 2 }),
  column('total_worktime', WORKTIME, 'integer'),
  column('total_complex_factor', DIFFICULTY, 'decimal', POINTS),
  column('total_unit', UNIT, 'integer'),
  column('point_design', { vi: 'Điểm thiết kế', en: 'Design points', ja: '設計点' }, 'decimal', POINTS),
  column('point_check', { vi: 'Điểm kiểm tra', en: 'Check points', ja: 'チェック点' }, 'decimal', POINTS),
  column('total_point', { vi: 'Tổng điểm', en: 'Total points' }, 'decimal', POINTS),
];

/** The figures that a sum over rows makes sense for. */
export const USER_CHART_SUMMED = [
  'total_tsubo',
  'total_worktime',
  'total_difficulty_coefficient',
  'total_unit',
  'total_point_standard_design_pass',
  'total_point_standard_check_pass',
  'total_point',
] as const satisfies readonly (keyof UserChartRow)[];
export type UserChartSum = Pick<UserChartRow, (typeof USER_CHART_SUMMED)[number]>;

export const DEPARTMENT_CHART_SUMMED = [
  'total_tsubo',
  'total_worktime',
  'total_complex_factor',
  'total_unit',
  'point_design',
  'point_check',
  'total_point',
] as const satisfies readonly (keyof DepartmentChartRow)[];
export type DepartmentChartSum = Pick<DepartmentChartRow, (typeof DEPARTMENT_CHART_SUMMED)[number]>;

/** The name of the row for work that belongs to no department. */
export const NO_DEPARTMENT_LABEL = { vi: 'Chưa có phòng ban', en: 'No department' };

/** The figures that the dashboard follows from month to month. */
export const TREND_FIGURES = ['total_point', 'total_unit', 'total_tsubo', 'total_worktime', 'total_difficulty_coefficient'] as const;
export type TrendFigure = (typeof TREND_FIGURES)[number];
export type TrendFigures = Record<TrendFigure, number>;

/** What each is called, in full and on a button. */
export const TREND_LABELS: Readonly<Record<TrendFigure, { label: Text; short: Text }>> = {
  total_point: { label: { vi: 'Tổng điểm', en: 'Total points' }, short: { vi: 'Điểm', en: 'Points' } },
  total_unit: { label: { vi: 'Số công việc', en: 'Jobs' }, short: { vi: 'Công việc', en: 'Jobs' } },
  total_tsubo: { label: { vi: 'Tổng số tsubo', en: 'Total floor area (坪)' }, short: { vi: 'Tsubo', en: 'Floor area' } },
  total_worktime: { label: { vi: 'Giờ làm', en: 'Hours of work' }, short: { vi: 'Giờ làm', en: 'Hours' } },
  total_difficulty_coefficient: {
    label: { vi: 'Tổng hệ số độ khó', en: 'Total difficulty coefficient' },
    short: { vi: 'Độ khó', en: 'Difficulty' },
  },
};

/** `month`: YYYY-MM. */
export type TrendMonth = { month: string } & TrendFigures;

/** The four series of the charts, in their order. */
export const USER_SERIES = ['total_tsubo', 'total_worktime', 'total_difficulty_coefficient', 'total_unit'] as const;
export const DEPARTMENT_SERIES = ['total_tsubo', 'total_worktime', 'total_complex_factor', 'total_unit'] as const;
