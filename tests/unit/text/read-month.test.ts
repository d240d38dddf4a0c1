import { expect, it } from 'vitest';
import { readMonth } from '../../../worker/platform/text/read-month.ts';

it.each([
  ['2027年1月', '2027-01'],
  ['２０２７年 １０月', '2027-10'],
  ['2027.7', '2027-07'],
  ['202705', '2027-05'],
  ['R9.3', '2027-03'],
  ['令和9年8月', '2027-08'],
  ['04/2027', '2027-04'],
  ['4-2027', '2027-04'],
  ['tháng 9/2027', '2027-09'],
  ['Tháng 12 năm 2027', '2027-12'],
  ['Nov 2027', '2027-11'],
])('reads «%s»', (text, month) => {
  expect(readMonth(text)).toBe(month);
});

it('refuses what is no month, or says its year with two digits', () => {
  const texts = ['2027', '13/2027', '2027年', '12/27', '27/12', 'Nov-27', '010120', '052027', '202713', '2027/5/12', 'R9', '1月'];
  for (const text of texts) expect(readMonth(text), text).toBeUndefined();
});
