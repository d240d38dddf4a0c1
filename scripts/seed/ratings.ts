import { INDIRECT_POINT_TYPES } from '../../worker/contracts/entities/indirects.ts';
import type { Random } from '../base-vn-standin/random.ts';
import type { Member } from './directs.ts';
import type { Row } from './insert.ts';
import { INDIRECT_NOTES, PRO_POINTS } from './rules.ts';

interface MonthOptions {
  random: Random;
  members: readonly Member[];
  /** The working days of the month that have passed. */
  days: readonly string[];
}

/** Everybody's proficiency as rated on the month's first working day. */
export function makePro({ random, members, days }: MonthOptions): Row[] {
  const [first] = days;
  if (first === undefined) return [];
  return members.map(({ id }) => ({
    ...dated(first),
    user_id: id,
    pro_point_id: Math.min(PRO_POINTS.length, ((id * 7) % PRO_POINTS.length) + 1),
    rate_at: first,
    note: random.chance(0.1) ? 'Đánh giá lại sau ba tháng' : null,
    is_checked: random.chance(0.3) ? 1 : 0,
  }));
}

/** About two pieces of indirect work a person and month. */
export function makeIndirects({ random, members, days }: MonthOptions): Row[] {
  return members.flatMap(({ id }) =>
    days
      .filter(() => random.chance(0.1))
      .map((day) => ({
        ...dated(day),
        user_id: id,
        indirect_note_id: random.between(1, INDIRECT_NOTES.length),
        rate_at: day,
        point: random.between(1, 12) / 4,
        indirect_point_type: random.chance(0.7) ? TYPES[0]! : TYPES[1]!,
        note: random.chance(0.2) ? 'Theo phân công của trưởng nhóm' : null,
        is_checked: random.chance(0.2) ? 1 : 0,
      })),
  );
}

const TYPES = Object.keys(INDIRECT_POINT_TYPES);

const MISTAKES = [
  ['M01', 'Ghi sai kích thước móng'],
  ['M02', 'Thiếu mặt cắt chi tiết'],
  ['M03', 'Dùng sai mẫu khung tên'],
  ['M04', 'Sai ký hiệu cột'],
  ['M05', 'Quên cập nhật thay đổi của khách'],
  ['M06', 'Sai cao độ sàn'],
] as const;

/** About one mistake a working day; those found outside weigh more. */
export function makeMistakes({ random, members, days }: MonthOptions, customers: readonly { id: number }[]): Row[] {
  return days.flatMap((day) =>
    Array.from({ length: random.between(0, 2) }, () => {
      const [code_mistake, mistake] = random.pick(MISTAKES);
      const inside = random.chance(0.7);
      return {
        ...dated(day),
        user_id: random.pick(members).id,
        customer_id: random.pick(customers).id,
        construction: null,
        rate_at: day,
        link_case: `DR-${day.slice(2, 7).replace('-', '')}-${random.between(1001, 1400)}`,
        mistake,
        code_mistake,
        point: (inside ? random.between(100, 1000) : random.between(800, 3000)) / 1000,
        detect_by: inside ? 'T' : 'N',
      };
    }),
  );
}

function dated(day: string): Row {
  return { created_at: `${day} 16:30:00`, updated_at: `${day} 16:30:00` };
}
