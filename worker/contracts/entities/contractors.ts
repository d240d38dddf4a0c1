import { defineContract } from '../define-contract.ts';
import { text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';

const fields = {
  name: text({ vi: 'Tên nhà thầu', en: 'Contractor name', ja: '業者名' }, { required: true, search: true }),
  code: text({ vi: 'Mã nhà thầu', en: 'Contractor code', ja: '業者コード' }, { search: true, max: 64 }),
  phone: text({ vi: 'Điện thoại', en: 'Phone', ja: '電話番号' }, { max: 32, pattern: 'contractor_phone' }),
  email: text({ vi: 'Email', en: 'Email' }, { search: true, pattern: 'email' }),
  fax: text({ vi: 'Fax', en: 'Fax' }, { max: 32 }),
  tax_code: text({ vi: 'Mã số thuế', en: 'Tax code' }, { max: 64, search: true }),
  address: text({ vi: 'Địa chỉ', en: 'Address', ja: '住所' }, { max: 1000, multiline: true }),
  note: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { max: 2000, multiline: true }),
};

export const contractors = defineContract({
  name: 'contractors',
  unique: [['code_key']],
  label: { vi: 'Nhà thầu', en: 'Contractors', ja: '業者' },
  path: '/contractor',
  navGroup: null,
  title: { field: 'name' },
  createdInPickers: true,
  fields,
  order: 'name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});
