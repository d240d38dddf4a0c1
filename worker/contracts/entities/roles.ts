import { columns, defineContract, fieldFilters, fieldSorts } from '../contract.ts';
import { text } from '../fields.ts';
import { ADMIN, EVERYONE } from '../roles.ts';

const fields = {
  name: text({ vi: 'Vai trò', en: 'Role' }, { required: true, search: true }),
};

export const roles = defineContract({
  name: 'roles',
  label: { vi: 'Vai trò', en: 'Roles' },
  fields,
  relations: {},
  columns: columns(fields, ['name']),
  filters: fieldFilters(fields),
  sorts: fieldSorts(fields),
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: ADMIN, update: ADMIN, delete: ADMIN },
});
