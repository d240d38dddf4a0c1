import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listNumberReadings, readEnglishNumber, readSourceNumber } from '../../../worker/platform/text/read-number.ts';

// biome-ignore format: one list, read as one
const NOT_NUMBERS = [
  '', ' ', 'ba mươi lăm', '三十五', '35坪', '35,5坪', '90分', '1,5h', '12%', '1e3', '0x10', 'NaN', 'Infinity', '1.2.3', '1,2,3', '1.23,4.5',
  '1,23.4', '1.234,5,6', '1.2345,6', '..5', ',', '.', '-', '--5', '5-', '1 2', '12 34', '1-2', '10/2', '1234567890123456', '=1+1', '٣٥', '²', '①', '½',
];

describe('the numbers a text can mean', () => {
  it.each<[string, number[]]>([
    ['35', [35]],
    ['35,5', [35.5]],
    ['35.5', [35.5]],
    ['0,125', [0.125]],
    ['0.125', [0.125]],
    [',5', [0.5]],
    ['.5', [0.5]],
    ['35,', [35]],
    ['007', [7]],
    ['-4,25', [-4.25]],
    ['+4', [4]],
    ['−4', [-4]],
    ['-0', [0]],
    ['1.234,5', [1234.5]],
    ['1.234.567,89', [1234567.89]],
    ['1.234.567', [1234567]],
    ['1 234', [1234]],
    ['1\u00a0234,5', [1234.5]],
    ["12'345", [12345]],
    ['４２，５', [42.5]],
    ['１．２３４，５', [1234.5]],
    ['  18 ', [18]],
    ['1234.567', [1234.567]],
    ['12.34', [12.34]],
    ['1234,5', [1234.5]],
  ])('%j is %j', (text, readings) => {
    expect(listNumberReadings(text)).toEqual(readings);
  });

  it.each<[string, number[]]>([
    ['1.234', [1234, 1.234]],
    ['12.345', [12345, 12.345]],
    ['1,234', [1.234, 1234]],
    ['１，２３４', [1.234, 1234]],
    ['-1.500', [-1500, -1.5]],
  ])('%j before exactly three digits has two readings, the Vietnamese one first: %j', (text, readings) => {
    expect(listNumberReadings(text)).toEqual(readings);
  });

  it.each(NOT_NUMBERS)('%j is no number', (text) => {
    expect(listNumberReadings(text)).toEqual([]);
  });

  it.each([
    ['1,234.5', 1234.5],
    ['1,234,567', 1234567],
    ['１，２３４．５', 1234.5],
    ['1,234,567.89', 1234567.89],
  ])('%j is not read, but offered: everywhere a comma is decimal', (text, number) => {
    expect(listNumberReadings(text)).toEqual([]);
    expect(readSourceNumber(text, 'dot')).toBe(undefined);
    expect(readEnglishNumber(text)).toEqual(number);
  });

  it.each(['1.234,5', '1,234', '12', '1,2,3', '1.2.3', 'x'])('%j is not offered', (text) => {
    expect(readEnglishNumber(text)).toBeUndefined();
  });

  it('reads every number back from the Vietnamese and the English way of writing it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const fraction = String(cents).padStart(2, '0');
        const value = Number(`${whole}.${fraction}`);
        const grouped = (separator: string) => String(whole).replace(/(?<=\d)(?=(\d{3})+$)/g, separator);
        expect(listNumberReadings(`${grouped('.')},${fraction}`)).toEqual([value]);
        const english = `${grouped(',')}.${fraction}`;
        expect(whole < 1000 ? listNumberReadings(english)[0] : readEnglishNumber(english)).toBe(value);
      }),
    );
  });

  it('answers any text with finite numbers or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+\d.,' ]{0,20}$/)), (text) => {
        expect(listNumberReadings(text).every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
