import { isDate } from '../../contracts/rules.ts';

/**
 * A day as people write it, as `YYYY-MM-DD`: `2026/3/9`, `2026-03-09`, `20260309`, `2026年3月9日`, `令和8年3月9日`, `R8.3.9`, `9/3/2026`, `9/3/26`, `09032026`,
 * each also with its day of the week, `(月)`, and `9/3` where a year is given for it. undefined when it is no day of the calendar.
 */
export function readDay(text: string, year?: number): string | undefined {
  return listReadings(text, year).find(isDate);
}

/** What is wrong with a text that should be a day: the calendar has no such day, or it is no date at all; undefined for a day. */
export function findDayProblem(text: string, year?: number): 'no_such_day' | 'bad_date' | undefined {
  const readings = listReadings(text, year);
  if (readings.some(isDate)) return undefined;
  return readings.some((day) => day >= EARLIEST) ? 'no_such_day' : 'bad_date';
}

/** Earlier years are typing mistakes here. */
const EARLIEST = '1900';

/** The days that a text can mean, which the calendar need not have: with eight digits the year may stand first or last. */
function listReadings(given: string, thisYear: number | undefined): string[] {
  const text = given.normalize('NFKC').trim().replace(WEEKDAY, '');
  const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? JAPANESE.exec(text);
  const dayFirst = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  const [, day, month, year = thisYear] = dayFirst ?? [];
  const [, era, yearOfEra, monthOfEra, dayOfEra] = OF_AN_ERA.exec(text) ?? [];
  return [
    ...(yearFirst ? [toDay(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)] : []),
    ...(era ? [toDay(String(ERAS[era.toLowerCase()]! + (yearOfEra === '元' ? 1 : Number(yearOfEra))), monthOfEra!, dayOfEra!)] : []),
    ...(dayFirst && year !== undefined ? [toDay(String(year), month!, day!)] : []),
  ];
}

/** Years before the first of an era of Japan. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, r: 2018, 平成: 1988, h: 1988 };
const OF_AN_ERA = /^(令和|平成|[rh])\.?(\d{1,2}|元)[年./-](\d{1,2})[月./-](\d{1,2})日?$/i;
const WEEKDAY = / ?\([月火水木金土日]\)$/;
const JAPANESE = /^(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日$/;

function toDay(year: string, month: string, day: string): string {
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
