import { sql } from 'drizzle-orm';
import type { OfficeHolidays } from '../../contracts/calls/answers/office-settings.ts';
import type { officeSettingCalls } from '../../contracts/calls/declared/office-settings.ts';
import type { CallInput, GrantedCaller } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asText, readColumn } from '../../platform/db/typed-rows.ts';
import { saveOfficeSetting } from '../../platform/office-settings.ts';

const DAY_MS = 86_400_000;

/** The days on which the office is closed, YYYY-MM-DD in their order. */
export const selectHolidays = query(
  sql`SELECT substr("key", 9) FROM office_settings WHERE "key" >= 'holiday_' AND "key" < 'holiday\`' ORDER BY "key"`,
  readColumn(asText),
);

/** `GET /office-holidays`. */
export async function readHolidays({ caller, grant }: GrantedCaller): Promise<OfficeHolidays> {
  const { results: days } = await caller.read(grant, () => selectHolidays);
  return { days };
}

/** `PUT /office-holidays {days, was?}`: an Admin replaces them all, or those they saw; what another added meanwhile stays then. */
export async function saveHolidays({ caller, grant, values }: CallInput<typeof officeSettingCalls.saveHolidays>): Promise<OfficeHolidays> {
  const { results: stored } = await caller.read(grant, () => selectHolidays);
  const was = new Set(values.was ?? stored);
  const gone = [...was].filter((day) => !values.days.includes(day)).map((day) => `holiday_${day}`);
  const added = values.days.filter((day) => !was.has(day));
  const { days } = await caller.write({
    removed: sql`DELETE FROM office_settings WHERE "key" IN (SELECT value FROM json_each(${JSON.stringify(gone)}))`,
    added: added.map((day) => saveOfficeSetting(`holiday_${day}`, 1, caller.clock.time())),
    days: selectHolidays,
  });
  return { days };
}

/** Office days, Monday to Friday without the holidays, after a day until another (both YYYY-MM-DD); 0 where the other is not later. */
export function countOfficeDays(after: string, until: string, holidays: readonly string[]): number {
  const [from, to] = [after, until].map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS) as [number, number];
  if (!(to > from)) return 0;
  const off = holidays.filter((day) => day > after && day <= until && isWeekday(Date.parse(`${day}T00:00:00Z`) / DAY_MS)).length;
  return weekdaysUntil(to) - weekdaysUntil(from) - off;
}

/** The day of the week of a day since 1970-01-01, 0 for a Monday: that day was a Thursday. */
const weekday = (day: number) => (((day + 3) % 7) + 7) % 7;
const isWeekday = (day: number) => weekday(day) < 5;

/** Weekdays from a Monday long ago until a day, that day included. */
const weekdaysUntil = (day: number) => Math.floor((day + 3) / 7) * 5 + Math.min(weekday(day) + 1, 5);
