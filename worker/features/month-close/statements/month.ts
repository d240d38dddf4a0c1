import type { StatementMonth } from '../../../contracts/calls/answers/statements.ts';
import type { Fields } from '../../../contracts/fields.ts';
import { monthKey, type YearMonth, yearMonthOf } from '../../../contracts/months.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { invalidField } from '../../../platform/parse-call.ts';

/** The month of a statement, and how it is called in addresses. */
export interface MonthAsked extends YearMonth {
  /** YYYY-MM. */
  key: string;
}

/** The asked month; the present one where none is named. */
export function resolveMonth(values: { year?: number | null; month?: number | null }, clock: Clock): MonthAsked {
  const now = yearMonthOf(clock.today());
  const [year, month] = [values.year ?? now.year, values.month ?? now.month];
  return { year, month, key: monthKey(year, month) };
}

/** Throws 422 for a month that has not begun: nothing of it can be confirmed, asked about or looked through. */
export function requireBegunMonth({ year, month }: YearMonth, fields: Fields, { clock, lang }: Pick<Caller, 'clock' | 'lang'>): void {
  const thisMonth = clock.today().slice(0, 7);
  if (monthKey(year, month) <= thisMonth) return;
  throw invalidField(fields, year > Number(thisMonth.slice(0, 4)) ? 'year' : 'month', 'not_begun', lang);
}

export function emptyMonth(month: string): StatementMonth {
  return { month, total_point_1: null, total_point_2: null };
}
