import type { StatementMonth } from '../../../contracts/calls/answers/statements.ts';
import type { Fields } from '../../../contracts/fields.ts';
import { lastDay, monthKey } from '../../../contracts/months.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import type { Period } from '../../totals/period.ts';

/** The month of a statement, and how it is called in addresses. */
export interface MonthAsked {
  year: number;
  month: number;
  /** YYYY-MM. */
  key: string;
}

/** The asked month; the present one where none is named. */
export function resolveMonth(values: { year?: number | null; month?: number | null }, clock: Clock): MonthAsked {
  const [thisYear, thisMonth] = clock.today().split('-').map(Number) as [number, number];
  const [year, month] = [values.year ?? thisYear, values.month ?? thisMonth];
  return { year, month, key: monthKey(year, month) };
}

/** Throws 422 for a month that has not begun: nothing of it can be confirmed, asked about or looked through. */
export function requireBegunMonth(
  { year, month }: { year: number; month: number },
  fields: Fields,
  { clock, lang }: Pick<Caller, 'clock' | 'lang'>,
): void {
  const thisMonth = clock.today().slice(0, 7);
  if (monthKey(year, month) <= thisMonth) return;
  throw invalidField(fields, year > Number(thisMonth.slice(0, 4)) ? 'year' : 'month', 'not_begun', lang);
}

/** The twelve months that end with this one. */
export function toYearUpTo({ year, month, key }: MonthAsked): Period {
  const months = Array.from({ length: 12 }, (_, index) => {
    const count = year * 12 + month - 12 + index;
    return monthKey(Math.floor(count / 12), (count % 12) + 1);
  });
  return { from: `${months[0]}-01`, to: lastDay(key), months };
}

export function emptyMonth(month: string): StatementMonth {
  return { month, total_point_1: null, total_point_2: null };
}
