import { expect, it } from 'vitest';
import { findDayProblem, readDay } from '../../../worker/platform/text/read-day.ts';

it.each([
  ['令和8年3月9日', '2026-03-09'],
  ['令和元年5月1日', '2019-05-01'],
  ['㋿8年3月9日', '2026-03-09'],
  ['R8.3.9', '2026-03-09'],
  ['r08/03/09', '2026-03-09'],
  ['平成31年4月30日', '2019-04-30'],
  ['2026/3/9(月)', '2026-03-09'],
  ['2026年3月9日（月）', '2026-03-09'],
  ['9/3/2026 (月)', '2026-03-09'],
])('reads «%s»', (text, day) => {
  expect(readDay(text)).toBe(day);
});

it('refuses what is no day of an era, and a day of the week alone', () => {
  for (const text of ['R8', '令和8年', '昭和8年3月9日', '(月)', 'RX.3.9']) expect(readDay(text), text).toBeUndefined();
  expect(findDayProblem('令和8年2月30日')).toBe('no_such_day');
});
