import { defineContract } from '../define-contract.ts';
import { date, flag, integer, refs, text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';

const fields = {
  code: text(
    { vi: 'Mã khách hàng', en: 'Customer code', ja: '得意先コード' },
    { required: true, search: true, max: 64, pattern: 'letters_and_digits' },
  ),
  name: text({ vi: 'Tên khách hàng', en: 'Customer name', ja: '得意先名' }, { required: true, search: true }),
  fax: text({ vi: 'Fax', en: 'Fax' }, { max: 32, pattern: 'digits_and_hyphens' }),
  phone_number: text({ vi: 'Số điện thoại', en: 'Phone number', ja: '電話番号' }, { max: 32, pattern: 'digits_and_hyphens' }),
  address: text({ vi: 'Địa chỉ', en: 'Address', ja: '住所' }, { max: 1000, multiline: true }),
  receipt_date: date({ vi: 'Ngày tiếp nhận', en: 'Receipt date', ja: '受付日' }),
  work_category: refs({ vi: 'Hạng mục công việc', en: 'Work categories', ja: '発注内容' }, 'work-categories', { required: true }),
  is_merchant: flag({ vi: 'Là thương nhân', en: 'Merchant' }),
  merchant_id: integer({ vi: 'Mã thương nhân', en: 'Merchant id' }, { min: 0 }),
  is_updated: flag({ vi: 'Cần bổ sung thông tin', en: 'To be completed' }, { readonly: true }),
};

export const customers = defineContract({
  name: 'customers',
  unique: [['code_key']],
  label: { vi: 'Khách hàng', en: 'Customers', ja: '得意先' },
  path: '/customers',
  navGroup: null,
  title: { field: 'name', hint: 'code' },
  createdInPickers: true,
  fields,
  relations: { works: { kind: 'many', field: 'work_category', entity: 'work-categories', pick: ['id', 'work_name'] } },
  columns: {
    first: ['code', 'name', 'work_category'],
    exclude: ['fax', 'phone_number', 'address', 'is_merchant', 'merchant_id', 'is_updated'],
  },
  order: 'name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});
