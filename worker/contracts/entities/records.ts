import { column } from '../columns.ts';
import type { Column, Filter } from '../contract.ts';
import { USER_CODE } from '../labels.ts';
import { type Access, ALL_ROLES, STAFF } from '../roles.ts';

const BESIDE_CODE = {
  name: { vi: 'Tên nhân viên', en: 'Employee name', ja: '氏名' },
  username: { vi: 'Tên đăng nhập', en: 'Username', ja: 'ユーザー名' },
};

/** The columns that say whose record it is: the code and the fields of the person shown beside it. */
export function employeeColumns(...fields: (keyof typeof BESIDE_CODE)[]): Column[] {
  return [column('users.code', USER_CODE), ...fields.map((field) => column(`users.${field}`, BESIDE_CODE[field]))];
}

/** The filters of a monthly record of a person: by group (under the name a direct has for it too), by one person (also as `<entity>__user_id`) or several, by its date. */
export function personFilters(entity: string): Record<string, Filter> {
  return {
    [`${entity}__user_id`]: { field: 'user_id', op: 'equals', kind: 'ref' },
    user_ids: { field: 'user_id', op: 'in', kind: 'refs' },
    [`${entity}__rate_at`]: { field: 'rate_at', op: 'equals', kind: 'date' },
    department_groups__id: { field: 'dept_grp_id', op: 'equals', kind: 'ref', via: { field: 'user_id', entity: 'users' } },
    dept_grp_id: { field: 'dept_grp_id', op: 'equals', kind: 'ref', via: { field: 'user_id', entity: 'users' } },
    departments__id: { field: 'department_id', op: 'equals', kind: 'ref', via: { field: 'user_id', entity: 'users' } },
    'users__name__~': { field: 'name', op: 'contains', kind: 'text', via: { field: 'user_id', entity: 'users' } },
    'users__code__~': { field: 'code', op: 'contains', kind: 'text', via: { field: 'user_id', entity: 'users' } },
  };
}

export const RATED_ACCESS: Access = {
  list: ALL_ROLES,
  get: ALL_ROLES,
  create: STAFF,
  update: ['Admin', 'Writer'],
  delete: STAFF,
  import: STAFF,
  export: ALL_ROLES,
  check: STAFF,
};
