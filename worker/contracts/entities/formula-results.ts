import { defineContract } from '../define-contract.ts';
import { text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';
import { RULE_TABLES, validFrom } from '../rule-tables.ts';

const fields = {
  scale_code: text({ vi: 'Mã quy mô', en: 'Scale code', ja: '規模コード' }, { required: true, search: true, max: 64 }),
  result_design_formula: text(
    { vi: 'Công thức điểm thiết kế', en: 'Design point formula', ja: '設計点式' },
    { max: 1000, multiline: true },
  ),
  result_check_formula: text(
    { vi: 'Công thức điểm kiểm tra', en: 'Check point formula', ja: 'チェック点式' },
    { max: 1000, multiline: true },
  ),
  description: text({ vi: 'Mô tả', en: 'Description', ja: '説明' }, { max: 2000, search: true, multiline: true }),
  valid_from: validFrom,
};

export const formulaResults = defineContract({
  name: 'formula-results',
  unique: [['scale_code_key', 'valid_from']],
  label: { vi: 'Công thức kết quả', en: 'Result formulas', ja: '結果式' },
  pageTitle: { vi: 'Công thức kết quả', en: 'Formula results' },
  path: '/formula-results',
  navGroup: null,
  title: { field: 'scale_code' },
  fields,
  columns: { first: ['scale_code', 'valid_from'] },
  versions: RULE_TABLES.results,
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});
