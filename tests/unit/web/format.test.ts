import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  decimalMark,
  findDateProblem,
  formatDate,
  formatDateTime,
  formatExactPoint,
  formatFactor,
  formatNumber,
  formatPlainNumber,
  formatPoint,
  isWholeDate,
  parseDate,
  setLang,
  startTexts,
} from '../../../web/i18n/index.ts';
import { readTypedNumber } from '../../../worker/platform/text/read-number.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: 'vi' } } });
  await startTexts();
});

describe('factors', () => {
  it.each([
    [0.875, '0,875'],
    [1.2, '1,20'],
    [1.0625, '1,0625'],
    [null, ''],
  ])('shows all places of %j', (value, shown) => expect(formatFactor(value)).toBe(shown));
});

describe('points that are reckoned with', () => {
  it.each([
    [3.08, [3.08], '3,08'],
    [3.085, [3.085], '3,085'],
    [0, [68.027, 0], '0,000'],
    [-1.5, [1, -1.5], '-1,50'],
    [null, [1.005], ''],
  ])('has of %j beside %j all places', (value, beside, shown) => expect(formatExactPoint(value, beside)).toBe(shown));
});

describe('numbers', () => {
  afterEach(() => setLang('vi'));

  it.each([
    ['vi', 'vi-VN'],
    ['en', 'en-US'],
  ] as const)('are written in %s as the browser writes them', async (lang, locale) => {
    await setLang(lang);
    for (const [decimals, most] of [[undefined, 3] as const, [0, 0] as const, [2, 2] as const, [2, 10] as const]) {
      const { format } = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: most });
      for (const size of [1e-3, 0.5, 9, 999, 1000, 123_456, 9_999_999, 2 ** 40])
        for (const step of [0, 0.001, 0.005, 0.05, 0.125, 0.999, 1 / 3])
          for (const number of [size + step, -size - step]) {
            // Its last digits are those of binary arithmetic, which are dropped here.
            const written = Number(number.toPrecision(15));
            const shown = format(written);
            expect(formatNumber(written, decimals, most)).toBe(/[1-9]/.test(shown) ? shown : shown.replace('-', ''));
          }
    }
  });

  it.each([
    [1.0005, '1,001'],
    [1.1 * 3, '3,3'],
    [-0.0004, '0'],
    [-1234.5, '-1.234,5'],
    ['35.50', '35,5'],
    ['', ''],
    ['x', ''],
    [Number.NaN, ''],
  ])('shows %j rounded as points are: %j', (value, shown) => expect(formatNumber(value)).toBe(shown));
});

describe('numbers people type', () => {
  const VIETNAMESE: [string, number | number[]][] = [
    ['35,5', 35.5],
    ['35.5', 35.5],
    [' 1234,5 ', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234.5', [1234.5]],
    ['1.234.567', 1234567],
    ['1,234,567', [1234567]],
    ['1.250', [1250, 1.25]],
    ['-1.250', [-1250, -1.25]],
    ['1,626', 1.626],
    ['0.875', 0.875],
    ['1234.567', 1234.567],
    ['-0,5', -0.5],
    [',5', 0.5],
    ['5,', 5],
    ['７,５', 7.5],
    ['1 234,5', 1234.5],
    ['−4,5', -4.5],
    ['1 23', []],
    ['12 34,5', []],
    ['²', []],
    ...['', 'abc', '12x', '1.2.3', '1,23,4', '--1', '1e5', '.', '-', '1.234,5,6'].map((text): [string, number[]] => [text, []]),
  ];
  const swapMarks = (text: string) => text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

  it.each(VIETNAMESE)('reads %j in Vietnamese as %j', (typed, read) => expect(readTypedNumber(typed, ',')).toEqual(read));

  it.each(VIETNAMESE)('reads %j with its marks exchanged in English as %j', (typed, read) =>
    expect(readTypedNumber(swapMarks(typed), '.')).toEqual(read),
  );

  it.each(['vi', 'en'] as const)('reads in %s every number back as lists and fields write it', async (lang) => {
    await setLang(lang);
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom(0, 1, 2, 3), (digits, places) => {
        const value = Number(`${digits}e-${places}`) + 0;
        expect(readTypedNumber(formatPlainNumber(value), decimalMark())).toBe(value);
        expect([readTypedNumber(formatNumber(value, 3), decimalMark())].flat()[0]).toBe(value);
      }),
    );
    await setLang('vi');
  });
});

describe('dates people type', () => {
  it.each([
    ['2026/03/09', '2026-03-09'],
    ['2026/3/9', '2026-03-09'],
    ['2026-03-09', '2026-03-09'],
    ['2026.3.9', '2026-03-09'],
    ['20260309', '2026-03-09'],
    ['2024/02/29', '2024-02-29'],
    ['2026年3月9日', '2026-03-09'],
    ['２０２６年１１月５日', '2026-11-05'],
    ['9/3/2026', '2026-03-09'],
    ['1/9/26', '2026-09-01'],
    ['09-03-2026', '2026-03-09'],
    ['09032026', '2026-03-09'],
    ['20122026', '2026-12-20'],
    ['9/3', '2026-03-09'],
  ])('reads %j as %s', (typed, date) => expect(parseDate(typed, new Date(2026, 10, 22))).toBe(date));

  it.each(['2026/02/29', '2026/13/01', '2026/00/10', '2026/04/31', '31/02/2026', '13/13', '2026/3', 'hôm nay', ''])('refuses %j', (typed) =>
    expect(parseDate(typed)).toBeNull(),
  );

  it.each([
    ['31/9/2026', 'control.no_such_day'],
    ['2026/02/29', 'control.no_such_day'],
    ['31/9', 'control.no_such_day'],
    ['hôm nay', 'control.bad_date'],
    ['2026/3', 'control.bad_date'],
    ['30/9/2026', undefined],
  ])('says of %j what is wrong: %s', (typed, key) => expect(findDateProblem(typed)?.key).toBe(key));
});

describe('dates that need no further key', () => {
  it.each(['2026/03/09', '2026-3-09', '9/3/2026', '09.03.2026', '20260309', '09032026'])('knows %j', (typed) =>
    expect(isWholeDate(typed)).toBe(true),
  );

  it.each(['2026', '2026/3', '2026/3/9', '9/3', '9/3/202', '0903202', '31/2/2026'])('waits after %j', (typed) =>
    expect(isWholeDate(typed)).toBe(false),
  );
});

describe('numbers and dates on screen', () => {
  it('uses Vietnamese separators and two decimals for points', () => {
    expect(formatPoint(1234.5)).toBe('1.234,50');
    expect(formatPoint('0.125')).toBe('0,13');
    expect(formatPoint(1.005)).toBe('1,01');
    expect(formatPoint(-2.345)).toBe('-2,35');
    expect(formatNumber(12345.678)).toBe('12.345,678');
  });

  it('uses English separators in English', async () => {
    await setLang('en');
    expect(formatPoint(1234.5)).toBe('1,234.50');
    await setLang('vi');
  });

  it('shows nothing for what is no number', () => {
    expect([null, undefined, '', 'x'].map((value) => formatNumber(value))).toEqual(['', '', '', '']);
  });

  it('turns date text round without the machine knowing its zone', () => {
    expect(formatDate('2026-01-01')).toBe('2026/01/01');
    expect(formatDate('2026-01-01T23:30:00Z')).toBe('2026/01/01');
    expect(formatDateTime('2026-01-01 23:30:05')).toBe('2026/01/01 23:30');
    expect(formatDate(null)).toBe('');
  });
});
