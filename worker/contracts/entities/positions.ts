import { columns, defineContract, fieldFilters, fieldSorts } from '../contract.ts';
import { text } from '../fields.ts';
import { ADMIN, EVERYONE } from '../roles.ts';

const fields = {
  name: text({ vi: 'Chức vụ', en: 'Position' }, { required: true, search: true }),
};

export const positions = defineContract({
  name: 'positions',
  label: { vi: 'Chức vụ', en: 'Positions' },
  fields,
  relations: {},
  columns: columns(fields, ['name']),
  filters: fieldFilters(fields),
  sorts: fieldSorts(fields),
  order: 'name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: ADMIN, update: ADMIN, delete: ADMIN },
});
