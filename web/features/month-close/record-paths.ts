import { type DayRange, lastDay, monthKey } from '#contracts/months.ts';

/** The people whose records are asked for, by id; everybody without them. */
export type People = readonly (string | number)[] | undefined;

type Path = (people: People, days: Record<string, string>) => string;

const toPath = (list: string, filters: Record<string, string>) => `${list}?${new URLSearchParams(filters)}`;

/** What a list is asked for the records of people: one by the parameter that its filters show, several by another. */
export function personFilter(people: People, one: string, several: string): Record<string, string> {
  if (!people) return {};
  return { [people.length === 1 ? one : several]: people.join() };
}

const records =
  (list: string, person: string, kind: Record<string, string>): Path =>
  (people, days) =>
    toPath(list, { ...personFilter(people, person, 'user_ids'), ...kind, ...days });

const PATHS = {
  direct_point: (people: People, days: Record<string, string>) =>
    toPath('/directs', { ...personFilter(people, 'person_id', 'person_ids'), ...days }),
  mistake_point_n: records('/mistake', 'mistakes__user_id', { detect_by: 'N' }),
  mistake_point_t: records('/mistake', 'mistakes__user_id', { detect_by: 'T' }),
  indirect_point_yes: records('/indirect', 'indirects__user_id', { indirect_point_type: 'C' }),
  indirect_point_no: records('/indirect', 'indirects__user_id', { indirect_point_type: 'K' }),
} satisfies Record<string, Path>;

export type RecordFigure = keyof typeof PATHS;
export const RECORD_FIGURES = Object.keys(PATHS) as RecordFigure[];

/** Address of the list that shows exactly the records of a figure, and their sum. */
export function recordsPath(figure: RecordFigure, people: People, { from, to }: DayRange): string {
  return PATHS[figure](people, { exc_start_time: from, exc_end_time: to });
}

/** The days of a month (YYYY-MM) that lie in the range. */
export function daysWithin(month: string, range: DayRange | undefined): DayRange {
  const [first, last] = [`${month}-01`, lastDay(month)];
  return { from: range && range.from > first ? range.from : first, to: range && range.to < last ? range.to : last };
}

/** The days of a year or of one of its months. */
export function daysOf(year: number, month: number | undefined): DayRange {
  return { from: `${monthKey(year, month ?? 1)}-01`, to: lastDay(monthKey(year, month ?? 12)) };
}
