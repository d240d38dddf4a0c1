import type { ListedTotal, TotalRow, TotalSum } from '../../contracts/calls/answers/totals.ts';
import { SUMMED } from '../../contracts/calls/totals.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import type { TotalPoints, TotalsInput } from '../calculation/engine/totals.ts';

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

export interface TotalsOrder {
  key: keyof TotalRow;
  descending: boolean;
}

export function toListedTotal(entry: TotalEntry): ListedTotal {
  return { ...toTotalRow(entry), pro_id: entry.pro_id };
}

export function toTotalRow({ person, points, month }: TotalEntry): TotalRow {
  return { ...person, ...points, month };
}

export function sortEntries(entries: TotalEntry[], { key, descending }: TotalsOrder): TotalEntry[] {
  const sign = descending ? -1 : 1;
  const sortValue = (entry: TotalEntry): unknown => {
    if (key === 'name') return entry.name_sort;
    if (key === 'month') return entry.month;
    return key in entry.points ? entry.points[key as keyof TotalEntry['points']] : entry.person[key as keyof TotalPerson];
  };
  return entries.sort(
    (a, b) => sign * (compare(sortValue(a), sortValue(b)) || compare(a.person.user_id, b.person.user_id) || compare(a.month, b.month)),
  );
}

export function sumEntries(entries: readonly TotalEntry[]): TotalSum {
  const sums = SUMMED.map((name) => [name, roundPoints(entries.reduce((sum, { points }) => sum + (points[name] ?? 0), 0))] as const);
  const undefined_totals = entries.filter(({ points }) => points.total_point_1 === null || points.total_point_2 === null).length;
  return { ...(Object.fromEntries(sums) as Omit<TotalSum, 'undefined_totals'>), undefined_totals };
}

/** Values that are missing come first, as empty texts. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return ((a ?? '') as string) < ((b ?? '') as string) ? -1 : 1;
}
