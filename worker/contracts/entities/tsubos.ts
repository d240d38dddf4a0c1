import { defineContract } from '../define-contract.ts';
import { decimal, text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';
import { copiedFrom, RULE_TABLES, validFrom } from '../rule-tables.ts';

const fields = {
  scale_factor_code: text(
    { vi: 'Mã hệ số quy mô', en: 'Scale factor code', ja: '規模係数コード' },
    { required: true, search: true, max: 64 },
  ),
  scale_factor: decimal({ vi: 'Hệ số quy mô', en: 'Scale factor', ja: '規模係数' }, { decimals: 4, factor: true }),
  standard_design_point: decimal({ vi: 'Điểm thiết kế định mức', en: 'Standard design point', ja: '標準設計点' }, { min: 0 }),
  standard_check_point: decimal({ vi: 'Điểm kiểm tra định mức', en: 'Standard check point', ja: '標準チェック点' }, { min: 0 }),
  complexity_factor: decimal({ vi: 'Hệ số phức tạp', en: 'Complexity factor', ja: '難易係数' }, { decimals: 4, factor: true }),
  scale_limit_from: decimal({ vi: 'Từ (≥)', en: 'From (≥)', ja: '以上' }),
  scale_limit_to: decimal({ vi: 'Đến (<)', en: 'To (<)', ja: '未満' }),
  scale_equal_to: decimal({ vi: 'Bằng', en: 'Equal to', ja: '同じ' }),
  condition_variable: text({ vi: 'Biến điều kiện', en: 'Condition variable', ja: '条件変数' }, { max: 64 }),
  description: text({ vi: 'Mô tả', en: 'Description', ja: '説明' }, { max: 2000, search: true, multiline: true }),
  valid_from: validFrom,
  copied_from: copiedFrom,
};

export const tsubos = defineContract({
  name: 'tsubos',
  label: { vi: 'Hệ số quy mô', en: 'Scale factors (坪)', ja: '坪数係数' },
  pageTitle: { vi: 'Hệ số quy mô', en: 'Scale factors (坪)' },
  path: '/tsubo',
  navGroup: null,
  title: { field: 'scale_factor_code', hint: 'description' },
  fields,
  columns: { first: ['scale_factor_code', 'valid_from'], exclude: ['copied_from'] },
  unindexed: ['copied_from'],
  versions: RULE_TABLES.tsubos,
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});
