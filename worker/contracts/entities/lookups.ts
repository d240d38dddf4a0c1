import { defineContract } from '../define-contract.ts';
import { text } from '../fields.ts';
import { ADMIN, EVERYONE } from '../roles.ts';
import type { Text } from '../text.ts';

interface Lookup {
  name: string;
  label: Text;
  field: Text;
  /** Address of its page in the web app, where it has one. */
  path?: string;
  order?: string;
  /** Whether a file may bring records. */
  imported?: boolean;
}

/** A list of names that only Admins change. */
function lookup({ name, label, field, path, order = 'name ASC', imported = true }: Lookup) {
  return defineContract({
    name,
    label,
    path: path ?? null,
    navGroup: null,
    title: { field: 'name' },
    ...(path && { createdInPickers: true as const }),
    fields: { name: text(field, { required: true, search: true }) },
    order,
    unique: [['name_key']],
    access: { list: EVERYONE, get: EVERYONE, create: ADMIN, update: ADMIN, delete: ADMIN, ...(imported && { import: ADMIN }) },
  });
}

export const companies = lookup({
  name: 'companies',
  label: { vi: 'Công ty', en: 'Companies' },
  field: { vi: 'Công ty', en: 'Company' },
  path: '/companies',
});
export const positions = lookup({
  name: 'positions',
  label: { vi: 'Chức vụ', en: 'Positions' },
  field: { vi: 'Chức vụ', en: 'Position' },
  path: '/positions',
});
export const roles = lookup({
  name: 'roles',
  imported: false,
  label: { vi: 'Vai trò', en: 'Roles' },
  field: { vi: 'Vai trò', en: 'Role' },
  order: 'id ASC',
});
