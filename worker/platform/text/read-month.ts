import { readDay } from './read-day.ts';

/**
 * A month as people write it, as `YYYY-MM`: `2027年1月`, `2027.1`, `202701`, `令和9年1月`, `R9.1`, `01/2027`, `tháng 1/2027`, `Jan 2027`. undefined when
 * it is none, or when its year has only two digits.
 */
export function readMonth(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim().replace(VIETNAMESE, '$1/$2');
  if (!WITH_YEAR.test(plain)) return undefined;
  const firstDays = /^20\d{4}$/.test(plain) ? [`${plain}01`] : [`${plain}1日`, `${plain}.1`, `1/${plain}`, `1 ${plain}`];
  const first = firstDays.map((day) => readDay(day)).find((day) => day?.endsWith('-01'));
  return first?.slice(0, 7);
}

const VIETNAMESE = /^tháng (\d{1,2})(?: ?\/ ?|,? năm |, ?)(\d{4})$/i;
const WITH_YEAR = /\d{4}|^(?:令和|平成|[rh])/i;
