/** A rule as a row of its table; what is left out is null. */
type RuleRow = Record<string, string | number | null>;

/** The code of work that is not rated. */
export const FREE_CODE = 'M0';

const TSUBO_NAMED = 'S1 hợp đồng khung';

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

/** Scale rows. The last one is for standards that name it. */
export const TSUBOS: RuleRow[] = [
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

export const BASE_POINTS: RuleRow[] = [
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
  base('P1', [], []),
  base('E1', ['menseki', '>=', '200'], ['roundup(menseki / 100) * 0.2']),
  base('E1', [], []),
];

export const RESULTS: RuleRow[] = [
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

function scale(scale_factor_code: string, values: RuleRow): RuleRow {
  return { scale_factor_code, ...SCALE_COLUMNS, ...values };
}

function limitedScale(code: string, [from, to, factor, complexity]: Limits): RuleRow {
  return scale(code, { scale_limit_from: from, scale_limit_to: to, scale_factor: factor, complexity_factor: complexity });
}

function base(scale_code: string, conditions: string[], points: string[]): RuleRow {
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

function result(scale_code: string, design: string, check: string, description: string): RuleRow {
  return { scale_code, result_design_formula: design, result_check_formula: check, description };
}
