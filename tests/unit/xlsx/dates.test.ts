import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellFormatOf } from '../../../worker/platform/xlsx/read/number-formats.ts';
import {
  dateTimeToSerial,
  dateToSerial,
  serialToDate,
  serialToDateTime,
  serialToDuration,
} from '../../../worker/platform/xlsx/read/serial-date.ts';

describe('serial numbers', () => {
  it.each([
    ['1900-01-01', 1],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
    ['1970-01-01', 25_569],
    ['2026-11-20', 46_346],
    ['9999-12-31', 2_958_465],
  ])('%s is day %d of Excel', (day, serial) => {
    expect(dateToSerial(day)).toBe(serial);
    expect(serialToDate(serial, false)).toBe(day);
  });

  it('come back as the same date and time, for every second between 1900 and 9999', () => {
    const range = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const text = date.toISOString().slice(0, 19).replace('T', ' ');
        expect(serialToDateTime(dateTimeToSerial(text)!, false)).toBe(text);
        expect(serialToDate(dateToSerial(text.slice(0, 10))!, false)).toBe(text.slice(0, 10));
      }),
    );
  });

  it.each([
    '1899-12-31',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '24-01-01',
    '2024/01/01',
    '',
    ' 2024-01-01',
    '10000-01-01',
  ])('refuse %j, which is no date of Excel', (text) => expect(dateToSerial(text)).toBeUndefined());

  it('show the leap day of 1900 that Excel believes in, and nothing outside the years it knows', () => {
    expect(serialToDate(60, false)).toBe('1900-02-29');
    for (const serial of [0, -1, 2_958_466, 1e300]) expect(serialToDate(serial, false)).toBeUndefined();
    expect(serialToDate(0, true)).toBe('1904-01-01');
  });

  it('round to the second, but stay on their day', () => {
    expect(serialToDateTime(45_000.999_999_9, false)).toBe('2023-03-15 23:59:59');
    expect(serialToDate(45_000.999_999_9, false)).toBe('2023-03-15');
    expect(serialToDateTime(45_000.5, false)).toBe('2023-03-15 12:00:00');
    expect(serialToDuration(1.0625)).toBe('25:30:00');
    expect(serialToDuration(-0.5)).toBeUndefined();
  });
});

describe('a number format', () => {
  it.each([
    ['yyyy/mm/dd', 'date'],
    ['d-mmm-yy', 'date'],
    ['mmm', 'date'],
    ['m/d', 'date'],
    ['[$-411]ggge"年"m"月"d"日"', 'date'],
    ['[$-42A]dddd, dd mmmm yyyy;@', 'date'],
    ['"Ngày" dd\\-mm\\-yyyy', 'date'],
    ['yyyy/mm/dd hh:mm', 'datetime'],
    ['m/d/yy h:mm AM/PM', 'datetime'],
    ['mm/dd/yyyy mm:ss', 'datetime'],
    ['h:mm', 'time'],
    ['mm:ss.0', 'time'],
    ['h"時"mm"分"', 'time'],
    ['[h]:mm', 'elapsed'],
    ['[mm]:ss', 'elapsed'],
    ['[h]:mm:ss;@', 'elapsed'],
  ])('%s shows a %s', (code, kind) => expect(cellFormatOf(164, code)).toBe(kind));

  it.each([
    'General',
    '0.00',
    '#,##0',
    '@',
    '# ?/?',
    '#,##0 "đ"',
    '[Red]-0.0',
    '"ngày" 0',
    '_-* #,##0.00\\ [$₫-42A]_-',
    '0 "days"',
    'G/標準',
    '',
  ])('%j shows no date', (code) => expect(typeof cellFormatOf(164, code)).not.toBe('string'));

  it('without a code is known by its number', () => {
    const kinds = [0, 2, 14, 18, 22, 31, 32, 36, 46, 49, 55].map((id) => cellFormatOf(id, undefined));
    expect(kinds).toEqual([undefined, undefined, 'date', 'time', 'datetime', 'date', 'time', 'date', 'elapsed', undefined, 'date']);
  });
});
