export const YEAR = { vi: 'Năm', en: 'Year' };
export const MONTH = { vi: 'Tháng', en: 'Month' };

/** YYYY-MM. */
export function monthKey(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
