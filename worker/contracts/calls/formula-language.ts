import type { Text } from '../text.ts';

export type VariableOrigin = 'direct' | 'standard' | 'scale' | 'base_point' | 'totals';

/** A name that formulas may use. A `text` can only be compared; a `number` that is empty stops the calculation where it is needed. */
export interface Variable {
  readonly name: string;
  readonly kind: 'number' | 'text';
  readonly origin: VariableOrigin;
  readonly label: Text;
}

/** The place of a formula decides which names it may use. */
export const FORMULA_SCOPES = [
  'condition',
  'base_point1',
  'base_point2',
  'base_point3',
  'base_point4',
  'base_point5',
  'base_point6',
  'result',
  'total_point_1',
  'total_point_2',
] as const;
export type FormulaScope = (typeof FORMULA_SCOPES)[number];

/** Every variable there is. Names ignore case and width; the Japanese label is understood as a name too. */
export const VARIABLES: readonly Variable[] = [
  number('direct', 'tsubosuu', 'Diện tích (tsubo)', 'Floor area (tsubo)', '坪数'),
  number('direct', 'complex_factor', 'Hệ số độ khó', 'Difficulty coefficient'),
  number('direct', 'nani_keisuu', 'Hệ số độ khó', 'Difficulty coefficient', '難易係数'),
  number('direct', 'complex_point', 'Điểm độ khó', 'Difficulty points'),
  number('direct', 'naniten', 'Điểm độ khó', 'Difficulty points', '難易点'),
  number('direct', 'sagyou_jikan', 'Thời gian thiết kế (phút)', 'Design time (minutes)', '作業時間'),
  number('direct', 'chekkku_jikan', 'Thời gian kiểm tra (phút)', 'Check time (minutes)', 'チェック時間'),
  number('direct', 'kaisuu', 'Số tầng', 'Storeys', '階数'),
  number('direct', 'menseki', 'Diện tích', 'Area', '面積'),
  number('direct', 'kibo_keisuu', 'Hệ số quy mô của đơn', 'Scale coefficient of the job', '規模係数'),
  number('direct', 'hosawariai', 'Tỷ lệ hỗ trợ', 'Assistance share', '補佐割合'),
  number('standard', 'standard_design_point', 'Điểm thiết kế định mức', 'Standard design point'),
  number('standard', 'standard_check_point', 'Điểm kiểm tra định mức', 'Standard check point'),
  number('standard', 'point_design', 'Điểm thiết kế của định mức', 'Design points of the standard'),
  number('standard', 'point_check', 'Điểm kiểm tra của định mức', 'Check points of the standard'),
  number('standard', 'unit', 'Đơn vị của định mức', 'Unit of the standard'),
  number('standard', 'total_time_allowed', 'Tổng thời gian cho phép', 'Total time allowed'),
  number('scale', 'scale_factor', 'Hệ số quy mô', 'Scale factor'),
  number('scale', 'complexity_factor', 'Hệ số phức tạp', 'Complexity factor'),
  ...[1, 2, 3, 4, 5, 6].map((n) => number('base_point', `base_point${n}`, `Điểm cơ sở ${n}`, `Base point ${n}`)),
  text('kouhou', 'Phương pháp thi công', 'Construction method', '工法'),
  text('kiso', 'Móng', 'Foundation', '基礎'),
  text('cad', 'CAD', 'CAD', 'CAD'),
  text('rank', 'Hạng', 'Rank', 'ランク'),
  text('techousei', 'Điều chỉnh tay', 'Manual adjustment', '手調整'),
  text('label', 'Nhãn', 'Label'),
  text('phase', 'Giai đoạn', 'Phase'),
  text('hacchyuu_naiyou', 'Nội dung đặt hàng', 'Work content', '発注内容'),
  text('hacchyuumoto', 'Nơi đặt hàng', 'Order source', '発注元'),
  text('tokuisakimei', 'Tên khách hàng', "Customer's name", '得意先名'),
  text('bukkenmei', 'Tên công trình', 'Property name', '物件名'),
  text('chiku', 'Khu vực', 'District', '地区'),
  text('shiten', 'Chi nhánh', 'Branch', '支店'),
  text('kishu', 'Dòng sản phẩm', 'Model', '機種'),
  text('kakou_koujou', 'Nhà máy gia công', 'Processing plant', '加工工場'),
  text('shiyou_masuta', 'Bộ quy cách', 'Specification master', '仕様マスタ'),
  text('hagara', 'Kiểu cạnh', 'Edge pattern', '羽柄'),
  text('tantou_guruubu', 'Nhóm phụ trách', 'Group in charge', '担当グループ'),
  text('sekkeibunya', 'Lĩnh vực thiết kế', 'Field of design', '設計分野'),
  text('reference2', 'Tham chiếu 2', 'Reference 2'),
  text('reference3', 'Tham chiếu 3', 'Reference 3'),
  text('reference4', 'Tham chiếu 4', 'Reference 4'),
  text('reference5', 'Tham chiếu 5', 'Reference 5'),
  text('reference6', 'Tham chiếu 6', 'Reference 6'),
  number('totals', 'direct_point', 'Điểm trực tiếp', 'Direct points'),
  number('totals', 'mistake_point_n', 'Điểm lỗi (N)', 'Mistake points (N)'),
  number('totals', 'mistake_point_t', 'Điểm lỗi (T)', 'Mistake points (T)'),
  number('totals', 'indirect_point_yes', 'Điểm gián tiếp (có)', 'Indirect points (yes)'),
  number('totals', 'indirect_point_no', 'Điểm gián tiếp (không)', 'Indirect points (no)'),
  number('totals', 'pro_index', 'Hệ số pro', 'Pro index'),
  number('totals', 'total_point_1', 'Tổng điểm 1', 'Total point 1'),
];

/** The variables a formula at this place may use. A base point sees only those before it. */
export function variablesIn(scope: FormulaScope): Variable[] {
  if (scope === 'total_point_1' || scope === 'total_point_2') {
    return VARIABLES.filter(({ origin, name }) => origin === 'totals' && (name !== 'total_point_1' || scope === 'total_point_2'));
  }
  const before = scope === 'result' ? 6 : scope === 'condition' ? 0 : Number(scope.slice(-1)) - 1;
  return VARIABLES.filter(({ origin, name }) => origin !== 'totals' && (origin !== 'base_point' || Number(name.slice(-1)) <= before));
}

/** The variables that a scale row may measure: the job's own numbers. */
export const SCALE_VARIABLES: readonly Variable[] = VARIABLES.filter(({ origin, kind }) => origin === 'direct' && kind === 'number');

/** The two totals of a user's month until an Admin writes others. */
export const DEFAULT_TOTALS = {
  total_point_1: 'direct_point + indirect_point_yes - mistake_point_n - mistake_point_t',
  total_point_2: 'total_point_1 * pro_index',
} as const;

/** What a condition may ask. `==` is `=`, `<>` is `!=`; `in` takes a list `a,b,c`. */
export const CONDITION_OPERATORS = ['=', '==', '!=', '<>', '<', '<=', '>', '>=', 'in'] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Functions with their arguments and what they do, for hints beside a formula. */
export const FORMULA_FUNCTIONS: readonly { name: string; usage: string; text: Text }[] = [
  { name: 'if', usage: 'if(c, a, b)', text: { vi: 'a khi c đúng, nếu không thì b', en: 'a when c holds, otherwise b' } },
  {
    name: 'round',
    usage: 'round(x, n)',
    text: { vi: 'Làm tròn đến n chữ số thập phân, 5 làm tròn ra xa số 0', en: 'Rounds to n decimals, a 5 away from zero' },
  },
  { name: 'roundup', usage: 'roundup(x, n)', text: { vi: 'Làm tròn ra xa số 0', en: 'Rounds away from zero' } },
  { name: 'rounddown', usage: 'rounddown(x, n)', text: { vi: 'Làm tròn về phía số 0', en: 'Rounds toward zero' } },
  { name: 'floor', usage: 'floor(x)', text: { vi: 'Số nguyên lớn nhất không quá x', en: 'The largest whole number not above x' } },
  { name: 'ceil', usage: 'ceil(x)', text: { vi: 'Số nguyên nhỏ nhất không dưới x', en: 'The smallest whole number not below x' } },
  { name: 'min', usage: 'min(a, b, …)', text: { vi: 'Giá trị nhỏ nhất', en: 'The smallest' } },
  { name: 'max', usage: 'max(a, b, …)', text: { vi: 'Giá trị lớn nhất', en: 'The largest' } },
  { name: 'abs', usage: 'abs(x)', text: { vi: 'Giá trị tuyệt đối', en: 'The value without its sign' } },
  { name: 'sum', usage: 'sum(a, b, …)', text: { vi: 'Tổng', en: 'The sum' } },
  { name: 'and', usage: 'and(a, b, …)', text: { vi: 'Đúng khi mọi điều kiện đúng', en: 'Holds when all hold' } },
  { name: 'or', usage: 'or(a, b, …)', text: { vi: 'Đúng khi có một điều kiện đúng', en: 'Holds when one holds' } },
];

function number(origin: VariableOrigin, name: string, vi: string, en: string, ja?: string): Variable {
  return { name, kind: 'number', origin, label: { vi, en, ...(ja && { ja }) } };
}

function text(name: string, vi: string, en: string, ja?: string): Variable {
  return { name, kind: 'text', origin: 'direct', label: { vi, en, ...(ja && { ja }) } };
}
