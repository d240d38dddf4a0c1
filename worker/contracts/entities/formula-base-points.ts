import { defineContract } from '../define-contract.ts';
import { text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';
import { copiedFrom, RULE_TABLES, validFrom } from '../rule-tables.ts';

const formula = { max: 1000, multiline: true } as const;

const fields = {
  scale_code: text({ vi: 'Mã quy mô', en: 'Scale code', ja: '規模コード' }, { required: true, search: true, max: 64 }),
  condition_variable: text({ vi: 'Biến điều kiện 1', en: 'Condition variable 1', ja: '条件変数1' }, { max: 64 }),
  condition_operator: text({ vi: 'Phép so sánh 1', en: 'Condition operator 1', ja: '条件演算子1' }, { max: 8 }),
  condition_param: text({ vi: 'Giá trị so sánh 1', en: 'Condition parameter 1', ja: '条件値1' }, formula),
  condition_variable1: text({ vi: 'Biến điều kiện 2', en: 'Condition variable 2', ja: '条件変数2' }, { max: 64 }),
  condition_operator1: text({ vi: 'Phép so sánh 2', en: 'Condition operator 2', ja: '条件演算子2' }, { max: 8 }),
  condition_param1: text({ vi: 'Giá trị so sánh 2', en: 'Condition parameter 2', ja: '条件値2' }, formula),
  base_point1: text({ vi: 'Điểm cơ sở 1', en: 'Base point 1', ja: '基礎点1' }, formula),
  base_point2: text({ vi: 'Điểm cơ sở 2', en: 'Base point 2', ja: '基礎点2' }, formula),
  base_point3: text({ vi: 'Điểm cơ sở 3', en: 'Base point 3', ja: '基礎点3' }, formula),
  base_point4: text({ vi: 'Điểm cơ sở 4', en: 'Base point 4', ja: '基礎点4' }, formula),
  base_point5: text({ vi: 'Điểm cơ sở 5', en: 'Base point 5', ja: '基礎点5' }, formula),
  base_point6: text({ vi: 'Điểm cơ sở 6', en: 'Base point 6', ja: '基礎点6' }, formula),
  valid_from: validFrom,
  copied_from: copiedFrom,
};

export const formulaBasePoints = defineContract({
  name: 'formula-base-points',
  label: { vi: 'Công thức điểm cơ sở', en: 'Base point formulas', ja: '基礎点式' },
  pageTitle: { vi: 'Công thức điểm cơ sở', en: 'Formula base points' },
  path: '/formula-base-points',
  navGroup: null,
  title: { field: 'scale_code' },
  fields,
  columns: { first: ['scale_code', 'valid_from'], exclude: ['copied_from'] },
  unindexed: ['copied_from'],
  versions: RULE_TABLES.base_points,
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});
