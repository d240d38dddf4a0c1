import { expect, it } from 'vitest';
import { findDayProblem, listShortDayReadings, readDay } from '../../../worker/platform/text/read-day.ts';

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
  ['2026年3月9日 月曜日', '2026-03-09'],
  ['2026/3/9 月', '2026-03-09'],
  ['2026年 3月 9日', '2026-03-09'],
  ['2026 年 3 月 9 日', '2026-03-09'],
  ['2026. 3. 9', '2026-03-09'],
  ['2026‐03‐09', '2026-03-09'],
  ['09-Mar-26', '2026-03-09'],
  ['9-MAR-2026', '2026-03-09'],
  ['9 March 2026', '2026-03-09'],
  ['Mar 9, 2026', '2026-03-09'],
  ['Sept. 9, 2026', '2026-09-09'],
  ['ngày 9 tháng 3 năm 2026', '2026-03-09'],
  ['9 tháng 3, 2026', '2026-03-09'],
])('reads «%s»', (text, day) => {
  expect(readDay(text)).toBe(day);
});

it('refuses what is no day of an era, and a day of the week alone', () => {
  for (const text of ['R8', '令和8年', '昭和8年3月9日', '(月)', 'RX.3.9', 'Mar 2026', '9 Mars 2026', '9 tháng 3', '9 March', '3月9日'])
    expect(readDay(text), text).toBeUndefined();
  expect(findDayProblem('令和8年2月30日')).toBe('no_such_day');
});

it('names both days that two digits at either end can mean', () => {
  expect(listShortDayReadings('26/12/25')).toEqual(['2025-12-26', '2026-12-25']);
  expect(listShortDayReadings('２５.2.30')).toEqual(['2030-02-25']);
  for (const text of ['26/12/26', '26/12/2025', '6/12/25', '2026/12/25']) expect(listShortDayReadings(text), text).toEqual([]);
});
