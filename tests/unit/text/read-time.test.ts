import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnix, readTime } from '../../../worker/platform/text/read-time.ts';

// biome-ignore format: one list, read as one
const NOT_DATES = [
  '31/02/2026', '30/02/2028', '29/02/2026', '29/02/2100', '31/04/2026', '00/01/2026', '01/00/2026', '32/01/2026', '12/25/2026',
  '2026-13-01', '2026-02-30', '05/01/26', '26/01/05', '05/01', '2026', '05/2026', 'hôm qua', 'Jan 5 2026', '05 tháng 1',
  '05/01/2026 24:00', '05/01/2026 9h', '2026-02-30T00:00:00Z', '12345678', '99999999999', '1/1/0026', '', '0', '05/01/2026 và 06/01/2026',
];

describe('a day or a moment as people write it', () => {
  it.each([
    ['25/12/2026', '2026-12-25 00:00:00'],
    ['5/1/2026', '2026-01-05 00:00:00'],
    ['05-01-2026', '2026-01-05 00:00:00'],
    ['05.01.2026', '2026-01-05 00:00:00'],
    ['2026-01-05', '2026-01-05 00:00:00'],
    ['2026/1/5', '2026-01-05 00:00:00'],
    ['2026年1月5日', '2026-01-05 00:00:00'],
    ['２０２６/０１/０５', '2026-01-05 00:00:00'],
    [' 05/01/2026 ', '2026-01-05 00:00:00'],
    ['05/01/2026 09:30', '2026-01-05 09:30:00'],
    ['2026-01-05 23:59:59', '2026-01-05 23:59:59'],
    ['2026-01-05T08:15:00', '2026-01-05 08:15:00'],
    ['2026-01-05T08:15:00.250', '2026-01-05 08:15:00'],
    ['29/02/2028', '2028-02-29 00:00:00'],
    ['29/02/2000', '2000-02-29 00:00:00'],
    ['31/12/2026', '2026-12-31 00:00:00'],
  ])('%j is %s', (text, time) => {
    expect(readTime(text)).toBe(time);
  });

  it.each([
    ['1767570300', '2026-01-05 06:45:00'],
    ['1767570300000', '2026-01-05 06:45:00'],
    ['2026-01-05T20:00:00Z', '2026-01-06 03:00:00'],
    ['2026-01-05T20:00:00+09:00', '2026-01-05 18:00:00'],
  ])('%j, which names an instant, is read as Vietnam time: %s', (text, time) => {
    expect(readTime(text)).toBe(time);
  });

  it.each(NOT_DATES)('%j is refused', (text) => {
    expect(readTime(text)).toBeUndefined();
  });

  it('reads every day of a century back from each way of writing it', () => {
    const days = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (moment) => {
        const iso = moment.toISOString().slice(0, 10);
        const [year, month, day] = iso.split('-');
        for (const text of [iso, `${day}/${month}/${year}`, `${Number(day)}/${Number(month)}/${year}`, `${year}/${month}/${day}`]) {
          expect(readTime(text)).toBe(`${iso} 00:00:00`);
        }
      }),
    );
  });
});

describe('unix seconds', () => {
  it.each([
    ['1700000000', '2023-11-15 05:13:20'],
    ['1767200399', '2025-12-31 23:59:59'],
    ['1767200400', '2026-01-01 00:00:00'],
  ])('%s is %s in Vietnam, whatever the machine thinks the zone is', (seconds, time) => {
    expect(process.env.TZ).not.toBe('Asia/Ho_Chi_Minh');
    expect(fromUnix(seconds)).toBe(time);
  });

  it.each(['', '0', '-1700000000', 'abc', '17000', '9999999999999', '1.7e9'])('%j is no moment', (text) => {
    expect(fromUnix(text)).toBeUndefined();
  });
});
