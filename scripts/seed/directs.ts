import { TECHOUSEI_MARK } from '../../worker/contracts/entities/directs.ts';
import { DEFAULT_NAMES } from '../base-vn-standin/names.ts';
import type { Random } from '../base-vn-standin/random.ts';
import { addDays } from './calendar.ts';
import type { Row } from './insert.ts';

/** Who and what directs are made of, as the database has them. */
export interface People {
  designers: readonly Member[];
  checkers: readonly Member[];
  customers: readonly { id: number; name: string; categories: readonly number[] }[];
  categories: readonly { id: number; work_name: string; department_id: number | null }[];
}

export interface Member {
  id: number;
  username: string;
  name: string;
  department_id: number | null;
  dept_grp_id: number | null;
}

/** One direct: received some days before it is returned; without `returned` it is still being worked on. */
export function makeDirect(options: { random: Random; people: People; number: number; received: string; returned: string | null }): Row {
  const { random, people, number, received, returned } = options;
  const customer = pickFrequentFirst(random, people.customers);
  const category = pickCategory(random, people, customer.categories);
  const ofDepartment = people.designers.filter((member) => member.department_id === category.department_id);
  const designer = random.chance(0.01)
    ? null
    : random.pick(ofDepartment.length > 0 && random.chance(0.9) ? ofDepartment : people.designers);
  const checker = random.chance(0.01) ? null : random.pick(people.checkers);
  const origin = random.chance(0.8) ? 0 : random.chance(0.6) ? 1 : 2;
  const tsubo = areaInTsubo(random);
  const difficulty = random.between(8, 16) / 10;
  const minutes = Math.round((tsubo * random.between(40, 90)) / 50) * 5;
  const receivedAt = `${received} ${String(random.between(8, 11)).padStart(2, '0')}:${String(random.between(10, 59))}:00`;
  const returnedAt = returned && `${returned} ${random.between(13, 17)}:${random.between(10, 59)}:00`;
  return {
    external_id: origin === 0 ? String(10_000_000 + number) : null,
    name: `DR-${received.slice(2, 7).replace('-', '')}-${String(1000 + number)}`,
    bukkenmei: random.pick(DEFAULT_NAMES.families) + random.pick(DEFAULT_NAMES.buildings),
    user_id: designer?.id ?? null,
    chekkusha_id: checker?.id ?? null,
    chekkusha: checker?.name ?? null,
    customer_id: customer.id,
    tokuisakimei: customer.name,
    work_category_id: category.id,
    hacchyuu_naiyou: category.work_name,
    keisanyou: customer.name + category.work_name,
    dept_id: designer?.department_id ?? null,
    dept_grp_id: designer?.dept_grp_id ?? null,
    uketsuke_hi: received,
    henkyaku_hi: returned,
    kibou_nouki: random.chance(0.7) ? addDays(received, random.between(3, 9)) : null,
    tsubosuu: random.chance(0.01) ? null : tsubo,
    menseki: Math.round(tsubo * 3.305785 * 100) / 100,
    kaisuu: random.pick([1, 2, 2, 2, 2, 3]),
    complex_factor: difficulty,
    complex_point: random.between(0, 500) / 100,
    sagyou_jikan: returned ? minutes : null,
    chekkku_jikan: returned ? Math.round(minutes / 20) * 5 : null,
    kouhou: random.pick(DEFAULT_NAMES.kouhou),
    kiso: random.pick(DEFAULT_NAMES.kiso),
    cad: random.pick(DEFAULT_NAMES.cad),
    rank: random.chance(0.01) ? null : random.pick(['A', 'B', 'C']),
    hacchyuumoto: random.pick(DEFAULT_NAMES.hacchyuumoto),
    shiten: random.pick(DEFAULT_NAMES.shiten),
    chiku: random.pick(DEFAULT_NAMES.chiku),
    bukken_koodo: `B${random.between(10_000, 99_999)}`,
    techousei: returned && random.chance(0.05) ? TECHOUSEI_MARK : null,
    bikou: random.chance(0.2) ? random.pick(['図面差替え済み', 'Gửi lại bản vẽ móng', '電話にて確認', 'Khách đổi mặt bằng tầng 2']) : null,
    description: null,
    tracking_user: origin === 0 ? (designer?.username ?? null) : null,
    phase: origin === 0 ? (returned ? 'Hoàn thành' : random.pick(['Tiếp nhận', 'Thiết kế', 'Kiểm tra', 'Sửa bản vẽ'])) : null,
    label: origin === 0 && random.chance(0.2) ? random.pick(['Gấp', 'Khách mới', '再提出']) : null,
    complete_time: origin === 0 ? returnedAt : null,
    last_update: origin === 0 ? (returnedAt ?? receivedAt) : null,
    date_created: origin === 0 ? receivedAt : null,
    created_by: origin === 0 ? random.pick(DEFAULT_NAMES.usernames.slice(0, 4)) : null,
    upsert_by: origin,
    created_at: receivedAt,
    updated_at: returnedAt ?? receivedAt,
  };
}

/** The first of a list come more often than the last. */
function pickFrequentFirst<T>(random: Random, list: readonly T[]): T {
  return list[Math.min(random.between(0, list.length - 1), random.between(0, list.length - 1))]!;
}

/** One the customer orders regularly; now and then another, which may have no standard. */
function pickCategory(random: Random, { categories }: People, ordered: readonly number[]): People['categories'][number] {
  const regular = categories.filter(({ id }) => ordered.includes(id));
  return random.pick(regular.length > 0 && !random.chance(0.02) ? regular : categories);
}

/** Mostly a house of 22 to 68 tsubo; now and then a shop, a block of flats, or exactly 100. */
function areaInTsubo(random: Random): number {
  if (random.chance(0.01)) return 100;
  if (random.chance(0.04)) return random.between(7000, 26_000) / 100;
  return (random.between(1800, 5600) + random.between(0, 1200)) / 100;
}
