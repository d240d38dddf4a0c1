import { columns, defineContract, fieldFilters, fieldSorts } from '../contract.ts';
import { text } from '../fields.ts';
import { ADMIN, EVERYONE } from '../roles.ts';

const fields = {
  name: text({ vi: 'Công ty', en: 'Company' }, { required: true, search: true }),
};

export const companies = defineContract({
  name: 'companies',
  label: { vi: 'Công ty', en: 'Companies' },
  fields,
  relations: {},
  columns: columns(fields, ['name']),
  filters: fieldFilters(fields),
  sorts: fieldSorts(fields),
  order: 'name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: ADMIN, update: ADMIN, delete: ADMIN },
});
