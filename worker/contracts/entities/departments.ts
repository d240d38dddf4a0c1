import { defineContract } from '../define-contract.ts';
import { text } from '../fields.ts';
import { ADMIN, EVERYONE, STAFF } from '../roles.ts';

const fields = {
  name: text(
    { vi: 'Tên phòng ban', en: 'Department name', ja: '部署名' },
    { required: true, search: true, pattern: 'no_special_characters' },
  ),
  code: text({ vi: 'Mã phòng ban', en: 'Department code' }, { required: true, search: true, pattern: 'no_special_characters' }),
  note: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { required: true, max: 2000, pattern: 'no_special_characters', multiline: true }),
};

export const departments = defineContract({
  name: 'departments',
  unique: [['code_key'], ['name_key']],
  label: { vi: 'Phòng ban', en: 'Departments', ja: '部署' },
  path: '/departments',
  navGroup: null,
  title: { field: 'name' },
  fields,
  columns: { first: ['name', 'code', 'note', 'created_at'] },
  order: 'name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: ADMIN, import: STAFF, export: STAFF },
});
