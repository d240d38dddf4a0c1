import { defineContract } from '../define-contract.ts';
import { date, decimal, option, ref, text } from '../fields.ts';
import { ADMIN, ALL_ROLES, STAFF } from '../roles.ts';
import { employeeColumns, personFilters } from './records.ts';

/** T: found inside the company; N: found outside. */
export const DETECTED_BY = { T: { vi: 'Nội bộ', en: 'Internal', ja: '社内' }, N: { vi: 'Bên ngoài', en: 'External', ja: '社外' } };

const fields = {
  user_id: ref({ vi: 'Nhân viên', en: 'Employee', ja: '社員' }, 'users', { required: true }),
  customer_id: ref({ vi: 'Khách hàng', en: 'Customer', ja: '得意先' }, 'customers'),
  construction: text({ vi: 'Công trình', en: 'Construction', ja: '工事' }),
  rate_at: date({ vi: 'Ngày ghi nhận', en: 'Rate date', ja: '発生日' }, { required: true, initial: 'today' }),
  link_case: text({ vi: 'Vụ việc liên quan', en: 'Linked case', ja: '関連案件' }, { max: 1000, search: true }),
  mistake: text({ vi: 'Lỗi', en: 'Mistake', ja: 'ミス内容' }, { required: true, max: 1000, search: true }),
  code_mistake: text({ vi: 'Mã lỗi', en: 'Mistake code', ja: 'ミスコード' }, { max: 64, search: true }),
  point: decimal({ vi: 'Điểm', en: 'Point', ja: '点数' }, { required: true, min: 0, decimals: 3 }),
  detect_by: option({ vi: 'Phát hiện bởi', en: 'Detected by', ja: '発見者' }, DETECTED_BY, { required: true }),
};

export const mistakes = defineContract({
  name: 'mistakes',
  label: { vi: 'Lỗi', en: 'Mistakes', ja: 'ミス' },
  pageTitle: { vi: 'Lỗi', en: 'Mistake' },
  path: '/mistake',
  navGroup: 'data',
  title: { field: 'mistake', hint: 'users.name' },
  fields,
  relations: {
    users: { kind: 'one', field: 'user_id', entity: 'users', pick: ['id', 'code', 'username', 'name'] },
    customers: { kind: 'one', field: 'customer_id', entity: 'customers', pick: ['id', 'name'] },
  },
  columns: { first: employeeColumns('username', 'name'), folded: ['customers.name', 'construction'] },
  filters: personFilters('mistakes'),
  order: 'rate_at DESC',
  access: {
    list: ALL_ROLES,
    get: ALL_ROLES,
    create: STAFF,
    update: ['Admin', 'Writer'],
    delete: ADMIN,
    import: STAFF,
    export: ALL_ROLES,
  },
  dated: 'rate_at',
  summed: ['point'],
});
