import { FREE_CODE } from '../../worker/features/first-steps/ready-made-rules.ts';
import { DEFAULT_NAMES } from '../base-vn-standin/names.ts';
import type { Random } from '../base-vn-standin/random.ts';
import type { Row } from './insert.ts';

/** How each work category is rated: points of a plain job of about 35 tsubo, and the code of its scale and formulas. */
const RATINGS: Record<string, { design: number; check: number; code: string }> = {
  意匠図: { design: 3.2, check: 0.8, code: 'I1' },
  構造図: { design: 4, check: 1, code: 'S1' },
  基礎伏図: { design: 1.8, check: 0.5, code: 'K1' },
  プレカット図: { design: 2.6, check: 0.7, code: 'P1' },
  申請図: { design: 1.5, check: 0.4, code: 'N1' },
  確認申請: { design: 2.2, check: 0.6, code: 'N1' },
  長期優良住宅: { design: 2.8, check: 0.7, code: 'N1' },
  省エネ計算: { design: 1.6, check: 0.4, code: 'E1' },
  壁量計算: { design: 1.2, check: 0.3, code: 'K1' },
  許容応力度計算: { design: 5.5, check: 1.6, code: 'S1' },
  パネル割図: { design: 2, check: 0.5, code: 'P1' },
  積算: { design: 1.4, check: 0.3, code: 'E1' },
};

/** Standards of nearly every pair of customer and ordered category: a few are missing, as in life; rare customers have jobs that are free of points. */
export function makeStandards(random: Random, customers: readonly (Row & { work_category: string })[], fixedTsuboId: number): Row[] {
  const rows: Row[] = [];
  for (const customer of customers) {
    const level = random.pick([0.9, 1, 1, 1, 1.1, 1.2]);
    for (const category of JSON.parse(customer.work_category) as number[]) {
      if (random.chance(0.05)) continue;
      const name = DEFAULT_NAMES.categories[category - 1]!;
      const { design, check, code } = RATINGS[name]!;
      const free = random.chance(0.03) && Number(customer.id) > 8;
      const framed = code === 'S1' && random.chance(0.04);
      rows.push({
        id: rows.length + 1,
        customer_id: customer.id!,
        work_category_id: category,
        standard_design_point: roundToCents(design * level),
        standard_check_point: roundToCents(check * level),
        scale_code: free ? FREE_CODE : code,
        tsubo_id: framed && !free ? fixedTsuboId : null,
        rank: random.pick(['A', 'B', 'C']),
        level: level > 1 ? 'Cao' : level < 1 ? 'Thấp' : 'Chuẩn',
        point_design: roundToCents(design * level),
        point_check: roundToCents(check * level),
        unit: 1,
        total_time_allowed: Math.round(design * level * 90),
        keisanyou: `${customer.name}${name}`,
        dept_id: null,
        note: free ? 'Miễn phí theo hợp đồng, không tính điểm' : null,
      });
    }
  }
  return rows;
}

export const PRO_POINTS: Row[] = [
  { point: 0.8, desc: 'Mới vào nghề' },
  { point: 0.9, desc: 'Đang học việc' },
  { point: 1, desc: 'Làm việc độc lập' },
  { point: 1.05, desc: 'Thành thạo một hạng mục' },
  { point: 1.1, desc: 'Thành thạo nhiều hạng mục' },
  { point: 1.2, desc: 'Chuyên gia, hướng dẫn người khác' },
];

export const INDIRECT_NOTES: Row[] = [
  'Đào tạo nhân viên mới',
  'Họp với khách hàng Nhật',
  'Dịch tài liệu kỹ thuật',
  'Kiểm tra chéo bản vẽ của nhóm khác',
  'Cải tiến thư viện CAD',
  'Viết hướng dẫn công việc',
  'Hỗ trợ phòng khác',
  'Tham gia đào tạo nội bộ',
  'Dọn dẹp dữ liệu dự án',
  'Công tác xã hội của công ty',
].map((content) => ({ content }));

function roundToCents(value: number): number {
  return Math.round(value * 100) / 100;
}
