import { type DayRange, lastDay, monthKey } from '#contracts/months.ts';

/** Whose records: of one person, or of everybody in a department or group; of all without any. */
export interface People {
  user_id?: string | number | undefined;
  dept_id?: string | undefined;
  dept_grp_id?: string | undefined;
}

type Path = (people: People, days: Record<string, string>) => string | undefined;

const toPath = (list: string, filters: Record<string, string | number | undefined>) => {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${list}?${new URLSearchParams(set)}`;
};

/** Of a department the lists know the jobs, the totals its people: only without one do both mean the same jobs. */
const directs: Path = ({ user_id, dept_id, dept_grp_id }, days) =>
  user_id === undefined && (dept_id ?? dept_grp_id) ? undefined : toPath('/directs', { person_id: user_id, ...days });

const records =
  (list: string, person: string, kind: Record<string, string>): Path =>
  ({ user_id, dept_id, dept_grp_id }, days) => {
    const people = user_id === undefined ? { departments__id: dept_id, dept_grp_id } : { [person]: user_id };
    return toPath(list, { ...people, ...kind, ...days });
  };

const PATHS = {
  direct_point: directs,
  mistake_point_n: records('/mistake', 'mistakes__user_id', { detect_by: 'N' }),
  mistake_point_t: records('/mistake', 'mistakes__user_id', { detect_by: 'T' }),
  indirect_point_yes: records('/indirect', 'indirects__user_id', { indirect_point_type: 'C' }),
  indirect_point_no: records('/indirect', 'indirects__user_id', { indirect_point_type: 'K' }),
};

export type RecordFigure = keyof typeof PATHS;
export const RECORD_FIGURES = Object.keys(PATHS) as RecordFigure[];

/** Address of the list that shows exactly the records of a figure, and their sum; undefined where no list can. */
export function recordsPath(figure: RecordFigure, people: People, { from, to }: DayRange): string | undefined {
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
