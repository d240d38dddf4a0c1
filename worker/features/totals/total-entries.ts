import type { ListedTotal, TotalRow, TotalSum } from '../../contracts/calls/answers/totals.ts';
import { SUMMED } from '../../contracts/calls/totals.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import type { TotalPoints, TotalsInput } from '../calculation/engine/totals.ts';
import { createValueComparison, type RowOrder } from './row-order.ts';

/** The person of a row of the totals. */
export type TotalPerson = Pick<TotalRow, 'user_id' | 'username' | 'code' | 'name' | 'employee_code' | 'area' | 'position_name'>;

/** One row of the totals while it is filtered, sorted and added up: people are shared by their months. */
export interface TotalEntry {
  person: TotalPerson;
  name_sort: string;
  month: string;
  points: TotalsInput & TotalPoints;
  /** The rating that gave the proficiency index. */
  pro_id: number | null;
}

export type TotalsOrder = RowOrder<keyof TotalRow>;

export function toListedTotal(entry: TotalEntry): ListedTotal {
  return { ...toTotalRow(entry), pro_id: entry.pro_id };
}

export function toTotalRow({ person, points, month }: TotalEntry): TotalRow {
  return { ...person, ...points, month };
}

export function sortEntries(entries: TotalEntry[], { key, descending }: TotalsOrder): TotalEntry[] {
  const sign = descending ? -1 : 1;
  const compareTexts = createValueComparison();
  const compareBy = (a: TotalEntry, b: TotalEntry) => {
    if (key === 'name') return compareKeys(a.name_sort, b.name_sort);
    if (key === 'month') return compareKeys(a.month, b.month);
    return compareTexts(readValue(a, key), readValue(b, key));
  };
  return entries.sort((a, b) => sign * (compareBy(a, b) || a.person.user_id - b.person.user_id || compareKeys(a.month, b.month)));
}

function readValue({ person, points }: TotalEntry, key: TotalsOrder['key']): string | number | null {
  return key in points ? points[key as keyof TotalEntry['points']] : person[key as keyof TotalPerson];
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sumEntries(entries: readonly TotalEntry[]): TotalSum {
  const sums = SUMMED.map((name) => [name, roundPoints(entries.reduce((sum, { points }) => sum + (points[name] ?? 0), 0))] as const);
  const undefined_totals = entries.filter(({ points }) => points.total_point_1 === null || points.total_point_2 === null).length;
  return { ...(Object.fromEntries(sums) as Omit<TotalSum, 'undefined_totals'>), undefined_totals };
}
