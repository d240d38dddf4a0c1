import { defineContract } from '../define-contract.ts';
import { ref, text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';

const fields = {
  work_name: text({ vi: 'Tên hạng mục', en: 'Work name', ja: '発注内容' }, { required: true, search: true }),
  department_id: ref({ vi: 'Phòng ban', en: 'Department', ja: '部署' }, 'departments'),
};

export const workCategories = defineContract({
  name: 'work-categories',
  unique: [['work_name_key']],
  label: { vi: 'Hạng mục công việc', en: 'Work categories', ja: '発注内容' },
  path: '/work-category',
  navGroup: null,
  title: { field: 'work_name' },
  createdInPickers: true,
  fields,
  relations: { department: { kind: 'one', field: 'department_id', entity: 'departments', pick: ['id', 'name'] } },
  order: 'work_name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});
