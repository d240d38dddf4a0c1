import { columns, entity, fieldFilters, fieldSorts } from '../entity.ts';
import { text } from '../fields.ts';
import { ADMIN, EVERYONE } from '../roles.ts';

const fields = {
  name: text({ vi: 'Vai trò', en: 'Role' }, { required: true, search: true }),
};

export const roles = entity({
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
