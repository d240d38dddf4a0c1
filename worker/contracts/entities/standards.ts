import { defineContract } from '../define-contract.ts';
import { decimal, ref, text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';
import { RULE_TABLES, validFrom } from '../rule-tables.ts';

const fields = {
  customer_id: ref({ vi: 'Khách hàng', en: 'Customer', ja: '得意先' }, 'customers', { required: true }),
  work_category_id: ref({ vi: 'Hạng mục công việc', en: 'Work category', ja: '発注内容' }, 'work-categories', { required: true }),
  standard_design_point: decimal(
    { vi: 'Điểm thiết kế định mức', en: 'Standard design point', ja: '標準設計点' },
    { required: true, min: 0, decimals: 2 },
  ),
  standard_check_point: decimal(
    { vi: 'Điểm kiểm tra định mức', en: 'Standard check point', ja: '標準チェック点' },
    { required: true, min: 0, decimals: 2 },
  ),
  scale_code: text({ vi: 'Mã quy mô', en: 'Scale code', ja: '規模コード' }, { required: true, search: true, max: 64 }),
  tsubo_id: ref({ vi: 'Dòng hệ số quy mô', en: 'Scale factor row', ja: '坪数係数', also: ['Tsubo row'] }, 'tsubos'),
  rank: text({ vi: 'Hạng', en: 'Rank', ja: 'ランク' }, { max: 64 }),
  level: text({ vi: 'Cấp độ', en: 'Level' }, { max: 64 }),
  point_design: decimal({ vi: 'Điểm thiết kế', en: 'Design points' }, { min: 0 }),
  point_check: decimal({ vi: 'Điểm kiểm tra', en: 'Check points' }, { min: 0 }),
  unit: decimal({ vi: 'Đơn vị', en: 'Unit' }, { min: 0 }),
  total_time_allowed: decimal({ vi: 'Tổng thời gian cho phép', en: 'Total time allowed' }, { min: 0, unit: { vi: 'phút', en: 'min' } }),
  keisanyou: text({ vi: 'Mã ghép khách hàng + hạng mục', en: 'Calculation key', ja: '計算用' }),
  dept_id: ref({ vi: 'Phòng ban', en: 'Department', ja: '部署' }, 'departments'),
  note: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { max: 2000, multiline: true }),
  valid_from: validFrom,
};

export const standards = defineContract({
  name: 'standards',
  unique: [['customer_id', 'work_category_id', 'valid_from']],
  label: { vi: 'Định mức', en: 'Standards', ja: '標準点' },
  path: '/standards',
  navGroup: 'settings',
  title: { field: 'scale_code', hint: 'keisanyou' },
  fields,
  relations: {
    customer: { kind: 'one', field: 'customer_id', entity: 'customers', pick: ['id', 'name'] },
    work_category: { kind: 'one', field: 'work_category_id', entity: 'work-categories', pick: ['id', 'work_name'] },
    department: { kind: 'one', field: 'dept_id', entity: 'departments', pick: ['id', 'name'] },
  },
  columns: {
    first: ['customer_id', 'work_category_id', 'valid_from'],
    exclude: ['tsubo_id', 'rank', 'level', 'point_design', 'point_check', 'unit', 'total_time_allowed', 'keisanyou', 'dept_id', 'note'],
  },
  filters: {
    'customers__name__~': { field: 'name', op: 'contains', kind: 'text', via: { field: 'customer_id', entity: 'customers' } },
  },
  versions: RULE_TABLES.standards,
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});
