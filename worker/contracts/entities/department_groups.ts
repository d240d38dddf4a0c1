import { defineContract } from '../define-contract.ts';
import { ref, text } from '../fields.ts';
import { ADMIN, EVERYONE, STAFF } from '../roles.ts';

const fields = {
  group_name: text(
    { vi: 'Tên nhóm', en: 'Group name', ja: 'グループ名' },
    { required: true, search: true, pattern: 'no_special_characters' },
  ),
  note: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { required: true, max: 2000, pattern: 'no_special_characters', multiline: true }),
  dept_id: ref({ vi: 'Phòng ban', en: 'Department', ja: '部署' }, 'departments', { required: true }),
};

export const departmentGroups = defineContract({
  name: 'department_groups',
  unique: [['dept_id', 'group_name_key']],
  label: { vi: 'Nhóm', en: 'Department groups', ja: 'グループ' },
  path: '/department_groups',
  navGroup: null,
  title: { field: 'group_name' },
  createdInPickers: true,
  fields,
  relations: { department: { kind: 'one', field: 'dept_id', entity: 'departments', pick: ['id', 'name'] } },
  columns: { first: ['dept_id'] },
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: ADMIN, import: STAFF, export: STAFF },
});
