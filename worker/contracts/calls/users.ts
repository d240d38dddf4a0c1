import type { Contract } from '../contract.ts';
import { users } from '../entities/users.ts';
import { datetime, type Fields, flag, password, ref, text } from '../fields.ts';
import { EVERYONE } from '../roles.ts';
import type { Text } from '../text.ts';

const { password: _password, role_ids, ...fields } = users.fields;

/** One's own account: the user's rules, where roles are only shown. */
export const profile = {
  ...users,
  fields: { ...fields, role_ids: { ...role_ids, readonly: true } },
  access: { get: EVERYONE, update: EVERYONE },
} satisfies Contract;

/** What only an Admin changes of somebody: who signs in as them, what they may see, and by what files and the source find them. */
export const IDENTITY_FIELDS = ['username', 'email', 'name', 'employee_code', 'department_id', 'dept_grp_id', 'role_ids'] as const;

/** Fields of the profile that only an Admin may change: files and the source find people by their names and codes. */
export const PROFILE_BY_ADMIN = ['username', 'name', 'employee_code', 'position_id', 'company_id', 'department_id', 'dept_grp_id'] as const;

/** The new address counts once the link mailed to it was opened. Without the password a proof of the last minutes is needed. */
export const CHANGE_EMAIL_FIELDS = {
  email: users.fields.email,
  password: password({ vi: 'Mật khẩu', en: 'Password' }),
} satisfies Fields;

export const CONFIRM_EMAIL_FIELDS = {
  token: text({ vi: 'Mã xác nhận', en: 'Confirmation token' }, { required: true }),
} satisfies Fields;

export const ACTIVE_FIELDS = {
  userId: ref(users.label, 'users', { required: true }),
  active: flag({ vi: 'Hoạt động', en: 'Active' }, { required: true }),
} satisfies Fields;

/** Why no link is made for an account. */
export const PASSWORD_LINK_REFUSALS = {
  no_role: { vi: 'Chưa có vai trò', en: 'It has no role' },
  has_password: { vi: 'Đã có mật khẩu hoặc không còn', en: 'It has a password, or is gone' },
} as const satisfies Record<string, Text>;

/** Accounts of one call: each has a link made, and perhaps a mail sent. */
export const MAX_PASSWORD_LINKS = 200;

export const USER_LOCK_FIELDS = {
  startTime: datetime({ vi: 'Thời gian bắt đầu', en: 'Start time' }, { required: true }),
  endTime: datetime({ vi: 'Thời gian kết thúc', en: 'End time' }, { required: true }),
  reason: text({ vi: 'Lý do', en: 'Reason' }, { max: 1000, multiline: true }),
} satisfies Fields;
