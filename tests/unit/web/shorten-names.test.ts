import { describe, expect, it } from 'vitest';
import { shortenNames } from '../../../web/features/dashboard/bars.tsx';

const shorten = (names: string[], width: number) => shortenNames(names, width, (text) => text.length);

describe('names below the bars of a chart', () => {
  it('stay whole where they fit', () => expect(shorten(['Phòng Thiết kế', 'Phòng CAD'], 14)).toEqual(['Phòng Thiết kế', 'Phòng CAD']));
  it('keep their beginning where they do not', () =>
    expect(shorten(['Nguyễn Thị Hồng Nhung', 'Đỗ An'], 10)).toEqual(['Nguyễn Th…', 'Đỗ An']));
  it('never read the same: the end that differs stays', () =>
    expect(shorten(['Phòng Thiết kế kết cấu', 'Phòng Thiết kế kiến trúc'], 16)).toEqual(['Phòng Th…kết cấu', 'Phòng…kiến trúc']));
  it('that are really the same stay so', () => expect(new Set(shorten(['Nguyễn Văn Nam Anh', 'Nguyễn Văn Nam Anh'], 10)).size).toBe(1));
  it('keep one character and the end in the narrowest place', () =>
    expect(shorten(['Phòng A một', 'Phòng A hai'], 3)).toEqual(['P…một', 'P…hai']));
});
