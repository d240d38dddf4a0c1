import { isDate } from '../../contracts/value-forms.ts';

/**
 * A day as people write it, as `YYYY-MM-DD`: `2026/3/9`, `2026-03-09`, `20260309`, `2026年3月9日`, `令和8年3月9日`, `R8.3.9`, `9/3/2026`, `9/3/26`, `09032026`,
 * `09-Mar-26`, `March 9, 2026`, `ngày 9 tháng 3 năm 2026`, each also with its day of the week, `(月)`, and `9/3` where a year is given for it. undefined when it is no day of the calendar.
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

/** The two days that a text like `26/12/25` can mean, which begins and ends with two digits: with its day first, and with its year, as in Japan. */
export function listShortDayReadings(text: string): string[] {
  const [, first = '', month = '', last = ''] = /^(\d{2})[/.-](\d{1,2})[/.-](\d{2})$/.exec(toPlainDay(text)) ?? [];
  return first === last ? [] : [toDay(last, month, first), toDay(first, month, last)].filter(isDate);
}

/** The days that a text can mean, which the calendar need not have: with eight digits the year may stand first or last. */
function listReadings(given: string, thisYear: number | undefined): string[] {
  const text = toPlainDay(given);
  const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? JAPANESE.exec(text);
  const dayFirst =
    /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? VIETNAMESE.exec(text);
  const [, day, month, year = thisYear] = dayFirst ?? [];
  const [, era, yearOfEra, monthOfEra, dayOfEra] = OF_AN_ERA.exec(text) ?? [];
  const named = (DAY_AND_NAME.exec(text) ?? NAME_AND_DAY.exec(text))?.groups;
  return [
    ...(yearFirst ? [toDay(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)] : []),
    ...(era ? [toDay(String(ERAS[era.toLowerCase()]! + (yearOfEra === '元' ? 1 : Number(yearOfEra))), monthOfEra!, dayOfEra!)] : []),
    ...(dayFirst && year !== undefined ? [toDay(String(year), month!, day!)] : []),
    ...(named ? [toDay(named.year!, String(MONTHS.indexOf(named.month!.slice(0, 3).toLowerCase()) + 1), named.day!)] : []),
  ];
}

/** A day without its day of the week, with plain signs and no spaces beside its separators. */
function toPlainDay(given: string): string {
  const text = given
    .normalize('NFKC')
    .trim()
    .replace(WEEKDAY, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
  return text.replace(/ ?([/.年月-]) ?/g, '$1').replace(/ 日$/, '日');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY_AND_NAME = new RegExp(`^(?<day>\\d{1,2})[ /-]?${MONTH_NAME},?[ /-]?(?<year>\\d{4}|\\d{2})$`, 'i');
const NAME_AND_DAY = new RegExp(`^${MONTH_NAME} ?(?<day>\\d{1,2}), ?(?<year>\\d{4})$`, 'i');
const VIETNAMESE = /^(?:ngày )?(\d{1,2}) tháng (\d{1,2})(?:,? (?:năm )?(\d{4}))?$/i;

/** Years before the first of an era of Japan. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, r: 2018, 平成: 1988, h: 1988 };
const OF_AN_ERA = /^(令和|平成|[rh])\.?(\d{1,2}|元)[年./-](\d{1,2})[月./-](\d{1,2})日?$/i;
const WEEKDAY = /(?: ?\([月火水木金土日](?:曜日?)?\)| [月火水木金土]|(?<=日) 日| ?[月火水木金土日]曜日?)$/;
const JAPANESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/;

function toDay(year: string, month: string, day: string): string {
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
