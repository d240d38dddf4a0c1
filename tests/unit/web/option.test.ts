import { describe, expect, it } from 'vitest';
import { filterOptions } from '../../../web/ui/inputs/option.ts';
import { countPageNumbers, pageWindow } from '../../../web/ui/table/page-window.ts';

const people = [
  { value: 1, label: 'Nguyễn Đức Minh', hint: 'NV0001' },
  { value: 2, label: 'Trần Thị Ánh', hint: 'NV0002' },
  { value: 3, label: 'ｾｷｽｲハウス' },
];
const found = (search: string) => filterOptions(people, search).map((option) => option.value);

describe('searching a list of options', () => {
  it('is blind to accents and case', () => expect(found('nguyen duc')).toEqual([1]));
  it('reads đ as d', () => expect(found('đuc')).toEqual([1]));
  it('finds codes too', () => expect(found('nv0002')).toEqual([2]));
  it('is blind to half and full width', () => expect(found('セキスイ')).toEqual([3]));
  it('keeps everything for an empty search', () => expect(found('  ')).toEqual([1, 2, 3]));
  it('finds several words in any order, in name and code', () => expect(found('0001 minh')).toEqual([1]));
  it('puts a word that stands alone before one that begins so', () => {
    const names = ['Hoàng Gia', 'Thoa', 'Ngô Thị Hoa'].map((label, value) => ({ value, label }));
    expect(filterOptions(names, 'hoa').map(({ value }) => value)).toEqual([2, 0, 1]);
  });
  it('finds nothing without a match', () => expect(found('zzz')).toEqual([]));
});

describe('the five page buttons', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 20, [1, 2, 3, 4, 5]],
    [7, 20, [5, 6, 7, 8, 9]],
    [19, 20, [16, 17, 18, 19, 20]],
    [20, 20, [16, 17, 18, 19, 20]],
  ])('on page %i of %i', (page, last, numbers) => expect(pageWindow(page, last)).toEqual(numbers));

  it('are three on a phone, where five and four arrows would be narrower than a finger', () => {
    expect(countPageNumbers(true)).toBe(3);
    expect(countPageNumbers(false)).toBe(5);
    expect(pageWindow(10_164, 10_164, 3)).toEqual([10_162, 10_163, 10_164]);
  });
});
