import { type SQL, sql } from 'drizzle-orm';

/** Whether a day (YYYY-MM-DD) lies in a range, both ends included. */
export function isWithin(day: SQL, { from, to }: { from: string; to: string }): SQL {
  return sql`${day} >= ${from} AND ${day} <= ${to}`;
}

/** The days of a month (YYYY-MM). No day of any month comes after its 31st. */
export function daysOf(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: `${month}-31` };
}

/** Whether a day lies in a month (YYYY-MM). */
export function inMonth(day: SQL, month: string): SQL {
  return isWithin(day, daysOf(month));
}

/** The same for a month that is SQL. */
export function inMonthOf(day: SQL, month: SQL): SQL {
  return sql`${day} >= ${month} AND ${day} <= ${month} || '-31'`;
}

/** Whether a day lies in a range and in a month that is SQL, as one range that an index is searched by. */
export function isWithinMonth(day: SQL, { from, to }: { from: string; to: string }, month: SQL): SQL {
  return sql`${day} >= max(${from}, ${month} || '-01') AND ${day} <= min(${to}, ${month} || '-31')`;
}

/** A place among rows in the order of their date and id; the first has an empty day. */
export type DayPlace = readonly [day: string, id: number];

/** Whether a row lies in a range of days and behind a place. An index of the date is read from the place on, not from the first day again. */
export function isWithinBehind(
  { day, id }: { day: SQL; id: SQL },
  { from, to }: { from: string; to: string },
  [placeDay, placeId]: DayPlace,
): SQL {
  return sql`${isWithin(day, { from: placeDay > from ? placeDay : from, to })} AND (${day}, ${id}) > (${placeDay}, ${placeId})`;
}

/** From a month on (an empty text: from the first day) up to the one before `until`, NULL without an end; both are SQL of YYYY-MM. */
export function isWithinMonths(day: SQL, from: SQL, until: SQL): SQL {
  return sql`(${day} >= ${from} AND (${until} IS NULL OR ${day} < ${until}))`;
}
