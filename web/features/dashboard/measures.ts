import type { DepartmentChartRow } from '#contracts/calls/answers/dashboard.ts';
import { DEPARTMENT_CHART_SUMMED, TREND_LABELS, type TrendFigure } from '#contracts/calls/dashboard.ts';
import type { Text } from '#contracts/text.ts';
import type { Row } from '../../api/client.ts';
import { formatNumber } from '../../i18n/index.ts';

/** One figure of the dashboard: what it is called, its colour, and how a value is written. */
export interface Measure {
  key: TrendFigure;
  label: Text;
  /** A shorter label, for the segmented control. */
  short: Text;
  token: string;
  decimals: number;
  /** Values are divided by it before they are shown. */
  unit: number;
}

export const MEASURES: readonly Measure[] = [
  { key: 'total_point', ...TREND_LABELS.total_point, token: '--accent', decimals: 2, unit: 1 },
  { key: 'total_unit', ...TREND_LABELS.total_unit, token: '--chart-unit', decimals: 0, unit: 1 },
  { key: 'total_tsubo', ...TREND_LABELS.total_tsubo, token: '--chart-tsubo', decimals: 2, unit: 1 },
  { key: 'total_worktime', ...TREND_LABELS.total_worktime, token: '--chart-worktime', decimals: 1, unit: 60 },
  {
    key: 'total_difficulty_coefficient',
    ...TREND_LABELS.total_difficulty_coefficient,
    token: '--chart-difficulty',
    decimals: 2,
    unit: 1,
  },
];

/** A department's row calls the difficulty by another name than a person's. */
export function readMeasure(row: Row, { key }: Measure): number {
  const value = key === 'total_difficulty_coefficient' ? (row[key] ?? row.total_complex_factor) : row[key];
  return Number(value ?? 0);
}

export function formatMeasure(value: number, { decimals, unit }: Measure): string {
  return formatNumber(value / unit, decimals);
}

/** Writes a number with all its places, for a tooltip. */
export function formatExact(value: number, { unit }: Measure): string {
  return formatNumber(value / unit);
}

/** The sum of the departments' rows: points have three decimals, a sum of binary numbers has rounding errors behind them. */
export function sumDepartments(rows: readonly DepartmentChartRow[]): Record<string, number> {
  return Object.fromEntries(DEPARTMENT_CHART_SUMMED.map((key) => [key, Number(rows.reduce((sum, row) => sum + row[key], 0).toFixed(3))]));
}
