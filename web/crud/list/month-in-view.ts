import type { YearMonth } from '#contracts/months.ts';
/** The one month that a list's filters leave in view; undefined when they leave more, or what is no month. `dated` is the field that counts. */
export function findMonthInView(filters: Readonly<Record<string, string>>, dated: string): YearMonth | undefined {
  const day = filters[dated];
  const from = day ?? filters.exc_start_time ?? filters[`${dated}__ge`];
  const until = day ?? filters.exc_end_time ?? filters[`${dated}__le`];
  const key = /^(\d{4})-(\d{2})-/.exec(from ?? '');
  return key && until?.startsWith(key[0]) ? { year: Number(key[1]), month: Number(key[2]) } : undefined;
}
