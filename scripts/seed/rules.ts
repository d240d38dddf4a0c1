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

const TSUBO_NAMED = 'S1 hợp đồng khung';
const FREE_CODE = 'M0';

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

/** [from, to, factor, complexity] of one code; an open bound is null. */
type Limits = [from: number | null, to: number | null, factor: number, complexity: number];

const BY_TSUBO: Limits[] = [
  [null, 20, 0.8, 0.95],
  [20, 30, 0.9, 1],
  [30, 40, 1, 1],
  [40, 50, 1.15, 1],
  [50, 70, 1.35, 1.05],
  [70, 120, 1.7, 1.1],
  [120, 200, 2.2, 1.2],
];
const BY_AREA: Limits[] = [
  [null, 70, 0.85, 1],
  [70, 100, 0.95, 1],
  [100, 130, 1, 1],
  [130, 200, 1.2, 1.05],
  [200, null, 1.6, 1.1],
];
const BY_ESTIMATE: Limits[] = [
  [null, 30, 0.9, 1],
  [30, 60, 1, 1],
  [60, 300, 1.4, 1],
];

const SCALE_COLUMNS = {
  scale_factor: null,
  complexity_factor: null,
  standard_design_point: null,
  standard_check_point: null,
  scale_limit_from: null,
  scale_limit_to: null,
  scale_equal_to: null,
  condition_variable: null,
  description: null,
};

/** The scale table. The last row is the one that a standard names for itself. */
export const TSUBOS: Row[] = [
  scale('S1', { scale_equal_to: 100, scale_factor: 1.8, complexity_factor: 1.15, description: 'Mẫu nhà 100 tsubo tiêu chuẩn' }),
  ...BY_TSUBO.map((limits) => limitedScale('S1', limits)),
  scale('S1', {
    scale_limit_from: 200,
    scale_factor: 1,
    complexity_factor: 1.3,
    standard_design_point: 12,
    standard_check_point: 3,
    description: 'Công trình lớn: điểm chuẩn riêng',
  }),
  ...BY_TSUBO.map((limits) => limitedScale('I1', limits)),
  scale('I1', { scale_limit_from: 200, scale_factor: 2.8, complexity_factor: 1.3 }),
  ...BY_AREA.map((limits) => ({ ...limitedScale('P1', limits), condition_variable: 'menseki' })),
  ...[0.9, 1, 1.25].map((factor, index) =>
    scale('K1', { scale_equal_to: index + 1, scale_factor: factor, complexity_factor: 1, condition_variable: 'kaisuu' }),
  ),
  scale('K1', { scale_limit_from: 4, scale_factor: 1.5, complexity_factor: 1.1, condition_variable: 'kaisuu' }),
  ...BY_ESTIMATE.map((limits) => limitedScale('E1', limits)),
  scale(TSUBO_NAMED, { scale_factor: 1.1, complexity_factor: 1, description: 'Hệ số cố định theo hợp đồng khung' }),
];

export const BASE_POINTS: Row[] = [
  base(
    'S1',
    ['kouhou', 'in', '金物工法, 門型ラーメン', 'tsubosuu', '>=', '50'],
    ['standard_design_point * 0.15', 'standard_check_point * 0.1', '0.3'],
  ),
  base('S1', ['kiso', '=', '深基礎'], ['standard_design_point * 0.1', '0.1']),
  base('S1', [], ['complex_point * 0.05']),
  base('I1', ['kaisuu', '>=', '3'], ['0.4 * (kaisuu - 2)', 'base_point1 / 4']),
  base('I1', [], ['if(tsubosuu > 100, 0.5, 0)']),
  base('P1', ['rank', '=', 'A'], ['0.3', '0.1']),
  base('P1', ['rank', 'in', 'B, C'], ['0.1']),
  base('E1', ['menseki', '>=', '200'], ['roundup(menseki / 100) * 0.2']),
  base('E1', [], []),
];

export const RESULTS: Row[] = [
  result('S1', 'standard_design_point * scale_factor * complex_factor + base_point1 + base_point3',
    'standard_check_point * scale_factor * complexity_factor + base_point2', 'Kết cấu: theo tsubo và độ khó'),
  result('I1', 'round(standard_design_point * scale_factor * complex_factor, 2) + base_point1',
    'standard_check_point * scale_factor + base_point2', 'Kiến trúc: theo tsubo, cộng điểm nhà từ 3 tầng'),
  result('P1', '(standard_design_point + base_point1) * scale_factor * complexity_factor',
    '(standard_check_point + base_point2) * scale_factor', 'Precut, panel: theo diện tích m²'),
  result('K1', 'standard_design_point * scale_factor * complex_factor', 'standard_check_point * scale_factor', 'Móng: theo số tầng'),
  result('N1', 'standard_design_point * max(1, complex_factor)', 'standard_check_point', 'Hồ sơ xin phép: không theo quy mô'),
  result('E1', 'standard_design_point * scale_factor + base_point1', 'standard_check_point * scale_factor', 'Tính toán, dự toán'),
  result(FREE_CODE, '0', '0', 'Không tính điểm'),
]; // biome-ignore format: one formula pair, one entry

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

function scale(scale_factor_code: string, values: Row): Row {
  return { scale_factor_code, ...SCALE_COLUMNS, ...values };
}

function limitedScale(code: string, [from, to, factor, complexity]: Limits): Row {
  return scale(code, { scale_limit_from: from, scale_limit_to: to, scale_factor: factor, complexity_factor: complexity });
}

function base(scale_code: string, conditions: string[], points: string[]): Row {
  const [variable = null, operator = null, param = null, variable1 = null, operator1 = null, param1 = null] = conditions;
  return {
    scale_code,
    condition_variable: variable,
    condition_operator: operator,
    condition_param: param,
    condition_variable1: variable1,
    condition_operator1: operator1,
    condition_param1: param1,
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((index) => [`base_point${index + 1}`, points[index] ?? null])),
  };
}

function result(scale_code: string, design: string, check: string, description: string): Row {
  return { scale_code, result_design_formula: design, result_check_formula: check, description };
}

function roundToCents(value: number): number {
  return Math.round(value * 100) / 100;
}
