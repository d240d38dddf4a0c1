import { DEFAULT_NAMES } from '../base-vn-standin/names.ts';
import type { Random } from '../base-vn-standin/random.ts';
import { addDays } from './calendar.ts';
import type { Row } from './insert.ts';

/** Names that the stand-in for Base.vn sends, then customers whose work comes by other ways. */
const CUSTOMERS = [
  ...DEFAULT_NAMES.customers,
  '株式会社楓工務店',
  '有限会社潮見建築工房',
  '日向プレカット株式会社',
  '株式会社雪国ホーム',
  '株式会社碧海ハウジング',
  '大楠木材工業株式会社',
  '株式会社月見台住宅',
  '株式会社花水木設計事務所',
  '有限会社松風建設',
  '株式会社南風ホームズ',
  '株式会社星ヶ丘建設',
];

const TOWNS = [
  '宮城県仙台市青葉区',
  '埼玉県さいたま市大宮区',
  '東京都新宿区',
  '神奈川県横浜市西区',
  '愛知県名古屋市中区',
  '大阪府大阪市北区',
  '福岡県福岡市博多区',
];

/** Department that draws each work category, in the order of the stand-in's list. */
const CATEGORY_DEPARTMENTS = [2, 1, 1, 3, 2, 2, 2, 2, 1, 1, 3, 3];

export const WORK_CATEGORIES: Row[] = DEFAULT_NAMES.categories.map((work_name, index) => ({
  id: index + 1,
  work_name,
  department_id: CATEGORY_DEPARTMENTS[index] ?? null,
}));

/** Customers with ids from 1, each ordering 6 to 12 of the work categories. */
export function makeCustomers(random: Random, today: string): (Row & { work_category: string })[] {
  const categories = WORK_CATEGORIES.map(({ id }) => Number(id));
  return CUSTOMERS.map((name, index) => ({
    id: index + 1,
    code: `KH${String(index + 1).padStart(3, '0')}`,
    name,
    phone_number: `0${random.between(3, 9)}-${random.between(1000, 9999)}-${random.between(1000, 9999)}`,
    fax: random.chance(0.6) ? `0${random.between(3, 9)}-${random.between(1000, 9999)}-${random.between(1000, 9999)}` : null,
    address: `${random.pick(TOWNS)}${random.between(1, 9)}-${random.between(1, 30)}-${random.between(1, 20)}`,
    receipt_date: addDays(today, -random.between(200, 2500)),
    work_category: JSON.stringify(
      random
        .shuffled(categories)
        .slice(0, random.between(6, categories.length))
        .sort((a, b) => a - b),
    ),
    is_merchant: random.chance(0.2) ? 1 : 0,
  }));
}

export const CONTRACTORS: Row[] = [
  ['Công ty Xây dựng Hòa Bình Minh', 'NT01', '0283822111'],
  ['Công ty Cơ điện Sao Mai', 'NT02', '0243999222'],
  ['Công ty Gỗ Trường Sơn', 'NT03', '0236777333'],
  ['Công ty Móng cọc Đại Phát', 'NT04', '0287300444'],
  ['Công ty Nội thất Ánh Dương', 'NT05', '0243555666'],
].map(([name, code, phone], index) => ({
  id: index + 1,
  name: name!,
  code: code!,
  phone: phone!,
  email: `lienhe@${code!.toLowerCase()}.example`,
  fax: null,
  tax_code: String(312_000_000 + index * 7919),
  address: ['Quận 3, Hồ Chí Minh', 'Cầu Giấy, Hà Nội', 'Hải Châu, Đà Nẵng', 'Thủ Đức, Hồ Chí Minh', 'Ba Đình, Hà Nội'][index]!,
  note: null,
}));

export function makeConstructions(random: Random, today: string): Row[] {
  return DEFAULT_NAMES.families.slice(0, 8).map((family, index) => ({
    id: index + 1,
    name: `${family}${random.pick(DEFAULT_NAMES.buildings)}`,
    contractor_id: random.between(1, CONTRACTORS.length),
    start_at: addDays(today, random.between(-120, 60)),
    note: random.chance(0.4) ? 'Khởi công sau khi có giấy phép' : null,
  }));
}
