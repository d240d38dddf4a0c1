import { defineContract } from '../define-contract.ts';
import { decimal, type Fields, month, ref, text, values } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';
import { directFields } from './directs.ts';

/** The columns of a job that a case may give: its figures and texts, no other records. */
export const CASE_COLUMNS: Fields = Object.fromEntries(Object.entries(directFields).filter(([, field]) => !('entity' in field)));

const fields = {
  name: text({ vi: 'Tên ví dụ', en: 'Example' }, { required: true, search: true }),
  month: month({ vi: 'Theo quy tắc của tháng', en: 'Rules of month' }, { required: true }),
  customer_id: ref({ vi: 'Khách hàng', en: 'Customer', ja: '得意先' }, 'customers', { required: true }),
  work_category_id: ref({ vi: 'Hạng mục công việc', en: 'Work category', ja: '業務区分' }, 'work-categories', { required: true }),
  values: values({ vi: 'Số liệu của công việc', en: "The job's figures" }, CASE_COLUMNS, { required: true }),
  result_design_point: decimal({ vi: 'Điểm thiết kế phải ra', en: 'Expected design points' }, { required: true }),
  result_check_point: decimal({ vi: 'Điểm kiểm tra phải ra', en: 'Expected check points' }, { required: true }),
};

/** Worked examples kept beside the rules: what a job with these figures must come to. */
export const ruleCases = defineContract({
  name: 'rule_cases',
  unique: [['name_fold']],
  label: { vi: 'Ví dụ kiểm chứng', en: 'Worked examples' },
  path: '/rules/cases',
  navGroup: null,
  title: { field: 'name' },
  fields,
  relations: {
    customer: { kind: 'one', field: 'customer_id', entity: 'customers', pick: ['id', 'name'] },
    work_category: { kind: 'one', field: 'work_category_id', entity: 'work-categories', pick: ['id', 'work_name'] },
  },
  columns: { first: ['name', 'month'], exclude: ['values'] },
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, export: STAFF },
});
