import type { Column } from './contract.ts';
import { monthRange } from './months.ts';
import type { Text } from './text.ts';

/** What a list shows, but for the page: as an address, a person's own choice or a saved view says it. What is left out is the list's own. */
export interface ViewState {
  /** By parameter of the list's call; the search among them. */
  readonly filters?: Readonly<Record<string, string>> | undefined;
  /** Days that move on with the calendar, in place of the two filters of the list's period. */
  readonly period?: Period | undefined;
  /** `column ASC` or `column DESC`. */
  readonly order_by?: string | undefined;
  /** Rows of a page. */
  readonly limit?: number | undefined;
  readonly columns?: ColumnLayout | undefined;
  /** Height of the rows; the reader's own without it. */
  readonly density?: Density | undefined;
}

/** Columns of a list, by their keys. */
export interface ColumnLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** In pixels, of the columns that somebody made wider or narrower. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  /** Columns that stay in sight on the left; the first one of the list without them. */
  readonly pinned?: readonly string[] | undefined;
}

export const DENSITIES = ['compact', 'regular', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

export const PERIODS = {
  this_month: { vi: 'Tháng này', en: 'This month' },
  last_month: { vi: 'Tháng trước', en: 'Last month' },
  last_7_days: { vi: '7 ngày qua', en: 'Last 7 days' },
} as const satisfies Record<string, Text>;
export type Period = keyof typeof PERIODS;
export const PERIOD_NAMES = Object.keys(PERIODS) as Period[];

/** The days of a period as the date filters of a list, both included; `today` is a day of the office, YYYY-MM-DD. */
export function periodFilters(period: Period, today: string): { exc_start_time: string; exc_end_time: string } {
  if (period !== 'last_7_days') return monthRange(today, period === 'this_month' ? 0 : -1);
  const week = new Date(`${today}T00:00:00Z`);
  week.setUTCDate(week.getUTCDate() - 6);
  return { exc_start_time: week.toISOString().slice(0, 10), exc_end_time: today };
}

/** Filters with those of their days apart: as they are given, and the days that they mean, a month of a year among them. */
export function splitDays({ exc_start_time, exc_end_time, year, month, ...others }: Readonly<Record<string, string>>) {
  const range = { ...(exc_start_time && { exc_start_time }), ...(exc_end_time && { exc_end_time }) };
  const isMonth = year !== undefined && month !== undefined && !exc_start_time && !exc_end_time;
  return {
    others,
    given: { ...range, ...(year && { year }), ...(month && { month }) },
    days: isMonth ? monthRange(`${year}-${month}-01`) : range,
  };
}

const ALL_COLUMNS: ColumnLayout = { order: [], hidden: [] };

/** The columns that a layout shows, in its order, the pinned ones first; those that it does not name behind. */
export function showColumns(columns: readonly Column[], { order, hidden, pinned = [] }: ColumnLayout = ALL_COLUMNS): readonly Column[] {
  const named = [...new Set([...pinned, ...order])].flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return [...named, ...columns.filter((column) => !named.includes(column))].filter(({ key }) => !hidden.includes(key));
}

/** The layout of all columns that there are: a kept one without those that are gone, the new ones behind. */
export function completeLayout(kept: ColumnLayout | null | undefined, columns: readonly Column[]): ColumnLayout {
  const { order = [], hidden, widths, pinned } = kept ?? {};
  const isThere = (name: string) => columns.some(({ key }) => key === name);
  return {
    order: showColumns(columns, { order, hidden: [], pinned }).map(({ key }) => key),
    hidden: hidden?.filter(isThere) ?? columns.filter((column) => column.folded).map(({ key }) => key),
    ...(widths && { widths: Object.fromEntries(Object.entries(widths).filter(([key]) => isThere(key))) }),
    ...(pinned && { pinned: pinned.filter(isThere) }),
  };
}
