import { defineContract } from '../define-contract.ts';
import { flag, password, ref, refs, text } from '../fields.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, USER_CODE } from '../labels.ts';
import { ADMIN, EVERYONE, STAFF } from '../roles.ts';

const fields = {
  username: text(
    { vi: 'Tên đăng nhập', en: 'Username', ja: 'ユーザー名', also: ['Tài khoản'] },
    { required: true, search: true, max: 64, pattern: 'no_special_characters' },
  ),
  name: text({ vi: 'Họ tên', en: 'Full name', ja: '氏名', also: ['Họ và tên'] }, { required: true, search: true }),
  email: text({ vi: 'Email', en: 'Email' }, { required: true, search: true, pattern: 'email' }),
  phone_number: text({ vi: 'Số điện thoại', en: 'Phone number', also: ['SĐT', 'Điện thoại'] }, { max: 32, pattern: 'phone_number' }),
  employee_code: text(
    { vi: 'Mã nhân viên', en: 'Employee code', ja: '社員番号', also: ['Mã NV'] },
    { required: true, search: true, max: 64, pattern: 'no_special_characters' },
  ),
  area: text({ vi: 'Khu vực', en: 'Area' }, { required: true }),
  first_name: text({ vi: 'Tên', en: 'First name' }),
  last_name: text({ vi: 'Họ', en: 'Last name' }),
  position_id: ref({ vi: 'Chức vụ', en: 'Position' }, 'positions', { required: 'if_any' }),
  company_id: ref({ vi: 'Công ty', en: 'Company' }, 'companies', { required: 'if_any' }),
  department_id: ref(DEPARTMENT, 'departments', { required: 'if_any' }),
  dept_grp_id: ref(DEPARTMENT_GROUP, 'department_groups', { required: 'if_any' }),
  role_ids: refs({ vi: 'Vai trò', en: 'Roles' }, 'roles'),
  code: text(USER_CODE, { readonly: true, search: true }),
  active: flag({ vi: 'Hoạt động', en: 'Active' }, { readonly: true }),
  avatar: text({ vi: 'Ảnh đại diện', en: 'Avatar' }, { readonly: true, image: true }),
  password: password({ vi: 'Mật khẩu', en: 'Password' }),
};

/** What is a person's own by which files and the source find them: nobody else goes by it, also not by their full name. */
export const OWN_NAMES = ['username', 'code', 'employee_code'] as const;

/** What people without a staff role see of others: enough for pickers. */
export const USER_PICKER_FIELDS = ['id', 'name', 'code', 'department_id'];

export const users = defineContract({
  name: 'users',
  unique: [['username_fold'], ['email_fold'], ['employee_code_key']],
  label: { vi: 'Người dùng', en: 'Users', ja: 'ユーザー' },
  path: '/users',
  navGroup: 'management',
  title: { field: 'name', hint: 'code' },
  fields,
  relations: {
    roles: { kind: 'many', field: 'role_ids', entity: 'roles', pick: ['id', 'name'] },
    position: { kind: 'one', field: 'position_id', entity: 'positions', pick: ['id', 'name'] },
    company: { kind: 'one', field: 'company_id', entity: 'companies', pick: ['id', 'name'] },
    department: {
      kind: 'one',
      field: 'department_id',
      entity: 'departments',
      pick: ['id', 'name'],
      lists: { department_groups: { entity: 'department_groups', field: 'dept_id', pick: ['id', 'group_name'] } },
    },
    department_groups: { kind: 'one', field: 'dept_grp_id', entity: 'department_groups', pick: ['id', 'group_name'] },
  },
  columns: {
    first: ['username', 'name', 'employee_code', 'role_ids', 'email', 'company_id'],
    exclude: ['phone_number', 'area', 'first_name', 'last_name', 'position_id', 'code', 'active', 'avatar'],
  },
  filters: {
    dept_id: { field: 'department_id', op: 'equals', kind: 'ref' },
    departments__id: { field: 'department_id', op: 'equals', kind: 'ref' },
    department_groups__id: { field: 'dept_grp_id', op: 'equals', kind: 'ref' },
  },
  order: 'name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: ADMIN, import: ADMIN, export: STAFF },
});
