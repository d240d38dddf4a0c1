import { directs } from '../entities/directs.ts';
import type { Field } from '../fields.ts';
import type { Lang, Text } from '../text.ts';

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
  ofJob('tsubosuu', '坪数'),
  ofJob('complex_factor'),
  ofJob('nani_keisuu', '難易係数'),
  ofJob('complex_point'),
  ofJob('naniten', '難易点'),
  ofJob('sagyou_jikan', '作業時間'),
  ofJob('chekkku_jikan', 'チェック時間'),
  ofJob('kaisuu', '階数'),
  ofJob('menseki', '面積'),
  ofJob('kibo_keisuu', '規模係数'),
  ofJob('hosawariai', '補佐割合'),
  number('standard', 'standard_design_point', 'Điểm thiết kế định mức', 'Standard design point'),
  number('standard', 'standard_check_point', 'Điểm kiểm tra định mức', 'Standard check point'),
  number('standard', 'point_design', 'Điểm thiết kế của định mức', 'Design points of the standard'),
  number('standard', 'point_check', 'Điểm kiểm tra của định mức', 'Check points of the standard'),
  number('standard', 'unit', 'Đơn vị của định mức', 'Unit of the standard'),
  number('standard', 'total_time_allowed', 'Tổng thời gian cho phép', 'Total time allowed'),
  number('scale', 'scale_factor', 'Hệ số quy mô', 'Scale factor'),
  number('scale', 'complexity_factor', 'Hệ số phức tạp', 'Complexity factor'),
  ...[1, 2, 3, 4, 5, 6].map((n) => number('base_point', `base_point${n}`, `Điểm cơ sở ${n}`, `Base point ${n}`)),
  ofJob('kouhou', '工法'),
  ofJob('kiso', '基礎'),
  ofJob('cad', 'CAD'),
  ofJob('rank', 'ランク'),
  ofJob('techousei', '手調整'),
  ofJob('label'),
  ofJob('phase'),
  ofJob('hacchyuu_naiyou', '発注内容'),
  ofJob('hacchyuumoto', '発注元'),
  ofJob('tokuisakimei', '得意先名'),
  ofJob('bukkenmei', '物件名'),
  ofJob('chiku', '地区'),
  ofJob('shiten', '支店'),
  ofJob('kishu', '機種'),
  ofJob('kakou_koujou', '加工工場'),
  ofJob('shiyou_masuta', '仕様マスタ'),
  ofJob('hagara', '羽柄'),
  ofJob('tantou_guruubu', '担当グループ'),
  ofJob('sekkeibunya', '設計分野'),
  ofJob('reference2'),
  ofJob('reference3'),
  ofJob('reference4'),
  ofJob('reference5'),
  ofJob('reference6'),
  number('totals', 'direct_point', 'Điểm trực tiếp', 'Direct points'),
  number('totals', 'mistake_point_n', 'Điểm lỗi (N)', 'Mistake points (N)'),
  number('totals', 'mistake_point_t', 'Điểm lỗi (T)', 'Mistake points (T)'),
  number('totals', 'indirect_point_yes', 'Điểm gián tiếp (tính)', 'Indirect points (counted)'),
  number('totals', 'indirect_point_no', 'Điểm gián tiếp (không tính)', 'Indirect points (not counted)'),
  number('totals', 'pro_index', 'Hệ số pro', 'Pro factor'),
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

/** Functions with their arguments, what they do, for hints beside a formula, and what they are called in one that is written in words. */
export const FORMULA_FUNCTIONS: readonly { name: string; usage: string; text: Text; word: Text }[] = [
  {
    name: 'if',
    usage: 'if(c, a, b)',
    text: { vi: 'a khi c đúng, nếu không thì b', en: 'a when c holds, otherwise b' },
    word: { vi: 'nếu', en: 'if' },
  },
  {
    name: 'round',
    usage: 'round(x, n)',
    text: { vi: 'Làm tròn đến n chữ số thập phân, 5 làm tròn ra xa số 0', en: 'Rounds to n decimals, a 5 away from zero' },
    word: { vi: 'làm tròn', en: 'round' },
  },
  {
    name: 'roundup',
    usage: 'roundup(x, n)',
    text: { vi: 'Làm tròn ra xa số 0', en: 'Rounds away from zero' },
    word: { vi: 'làm tròn lên', en: 'round up' },
  },
  {
    name: 'rounddown',
    usage: 'rounddown(x, n)',
    text: { vi: 'Làm tròn về phía số 0', en: 'Rounds toward zero' },
    word: { vi: 'làm tròn xuống', en: 'round down' },
  },
  {
    name: 'floor',
    usage: 'floor(x)',
    text: { vi: 'Số nguyên lớn nhất không quá x', en: 'The largest whole number not above x' },
    word: { vi: 'số nguyên dưới', en: 'floor' },
  },
  {
    name: 'ceil',
    usage: 'ceil(x)',
    text: { vi: 'Số nguyên nhỏ nhất không dưới x', en: 'The smallest whole number not below x' },
    word: { vi: 'số nguyên trên', en: 'ceiling' },
  },
  { name: 'min', usage: 'min(a, b, …)', text: { vi: 'Giá trị nhỏ nhất', en: 'The smallest' }, word: { vi: 'nhỏ nhất', en: 'least' } },
  { name: 'max', usage: 'max(a, b, …)', text: { vi: 'Giá trị lớn nhất', en: 'The largest' }, word: { vi: 'lớn nhất', en: 'greatest' } },
  {
    name: 'abs',
    usage: 'abs(x)',
    text: { vi: 'Giá trị tuyệt đối', en: 'The value without its sign' },
    word: { vi: 'trị tuyệt đối', en: 'absolute' },
  },
  { name: 'sum', usage: 'sum(a, b, …)', text: { vi: 'Tổng', en: 'The sum' }, word: { vi: 'tổng', en: 'sum' } },
  {
    name: 'and',
    usage: 'and(a, b, …)',
    text: { vi: 'Đúng khi mọi điều kiện đúng', en: 'Holds when all hold' },
    word: { vi: 'và', en: 'and' },
  },
  {
    name: 'or',
    usage: 'or(a, b, …)',
    text: { vi: 'Đúng khi có một điều kiện đúng', en: 'Holds when one holds' },
    word: { vi: 'hoặc', en: 'or' },
  },
];

function number(origin: VariableOrigin, name: string, vi: string, en: string, ja?: string): Variable {
  return { name, kind: 'number', origin, label: { vi, en, ...(ja && { ja }) } };
}

/** A column of the job, called as everywhere; `ja` is the Japanese name that formulas may use. A number says its unit, once. */
function ofJob(name: keyof typeof directs.fields, ja?: string): Variable {
  const { kind, label, unit }: Field = directs.fields[name];
  const call = (lang: Lang) => (unit && !label[lang].includes(unit[lang]) ? `${label[lang]} (${unit[lang]})` : label[lang]);
  const isNumber = kind === 'decimal' || kind === 'integer';
  return { name, kind: isNumber ? 'number' : 'text', origin: 'direct', label: { vi: call('vi'), en: call('en'), ...(ja && { ja }) } };
}
