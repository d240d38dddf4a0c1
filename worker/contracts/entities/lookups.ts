import { defineContract } from '../contract.ts';
import { text } from '../fields.ts';
import { ADMIN, EVERYONE } from '../roles.ts';
import type { Text } from '../text.ts';

/** A list of names that only Admins change; it has no page. */
function lookup(name: string, label: Text, field: Text, order = 'name ASC') {
  return defineContract({
    name,
    label,
    path: null,
    navGroup: null,
    title: { field: 'name' },
    fields: { name: text(field, { required: true, search: true }) },
    order,
    access: { list: EVERYONE, get: EVERYONE, create: ADMIN, update: ADMIN, delete: ADMIN },
  });
}

export const companies = lookup('companies', { vi: 'Công ty', en: 'Companies' }, { vi: 'Công ty', en: 'Company' });
export const positions = lookup('positions', { vi: 'Chức vụ', en: 'Positions' }, { vi: 'Chức vụ', en: 'Position' });
export const roles = lookup('roles', { vi: 'Vai trò', en: 'Roles' }, { vi: 'Vai trò', en: 'Role' }, 'id ASC');
