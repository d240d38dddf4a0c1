import { type SQL, sql } from 'drizzle-orm';

/** Whether a day (YYYY-MM-DD) lies in a range, both ends included. */
export function isWithin(day: SQL, { from, to }: { from: string; to: string }): SQL {
  return sql`${day} >= ${from} AND ${day} <= ${to}`;
}

/** Whether a day lies in a month (YYYY-MM). No day of any month comes after its 31st. */
export function inMonth(day: SQL, month: string): SQL {
  return isWithin(day, { from: `${month}-01`, to: `${month}-31` });
}

/** From a month on (an empty text: from the first day) up to the one before `until`, NULL without an end; both are SQL of YYYY-MM. */
export function isWithinMonths(day: SQL, from: SQL, until: SQL): SQL {
  return sql`(${day} >= ${from} AND (${until} IS NULL OR ${day} < ${until}))`;
}
