import { expect, it } from 'vitest';
import { directFields } from '../../worker/contracts/entities/directs.ts';
import { withoutUnit } from '../../worker/features/imports/read/units.ts';

const { tsubosuu, menseki, sagyou_jikan: minutes, complex_factor: factor } = directFields;

it.each([
  [tsubosuu, '40.5坪', '40.5'],
  [tsubosuu, '４０．５　坪', '４０．５'],
  [tsubosuu, '40,5 Tsubo', '40,5'],
  [menseki, '132.4㎡', '132.4'],
  [menseki, '132.4 m2', '132.4'],
  [menseki, '132.4 m²', '132.4'],
  [menseki, '１３２．４ｍ２', '１３２．４'],
  [minutes, '100分', '100'],
  [minutes, '100 phút', '100'],
])('a number may stand before the unit of its field: %#', (field, text, number) => {
  expect(withoutUnit(field, text)).toBe(number);
});

it.each([
  [tsubosuu, '132.4㎡'],
  [tsubosuu, '40坪5合'],
  [tsubosuu, '約40坪強'],
  [menseki, '40坪'],
  [minutes, '2時間'],
  [minutes, '1時間40分'],
  [tsubosuu, '約40坪'],
  [minutes, '100秒'],
  [factor, '50%'],
  [factor, '1坪'],
  [tsubosuu, '坪'],
])('another unit stays, and is no number: %#', (field, text) => {
  expect(withoutUnit(field, text)).toBe(text);
});
