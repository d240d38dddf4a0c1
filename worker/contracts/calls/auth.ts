import { type Fields, password, text } from '../fields.ts';

/** Bodies of the calls around signing in, as fields: label, rules, and what a form shows. */
export const LOGIN_FIELDS = {
  username: text({ vi: 'Tên đăng nhập', en: 'Username' }, { required: true }),
  password: password({ vi: 'Mật khẩu', en: 'Password' }, { required: true }),
  /** Six digits of the authenticator app or a recovery code; required after a 401 `second_factor_required`. */
  otp: text({ vi: 'Mã xác thực', en: 'Six-digit code' }, { max: 32 }),
} satisfies Fields;

export const SOCIAL_FIELDS = {
  access_token: text({ vi: 'Mã truy cập', en: 'Access token' }, { required: true, max: 4096 }),
  otp: LOGIN_FIELDS.otp,
} satisfies Fields;

/** Proof that it is the account's owner who calls: one of the two. It counts for five minutes in this session. */
export const CONFIRM_FIELDS = {
  password: password({ vi: 'Mật khẩu', en: 'Password' }),
  code: LOGIN_FIELDS.otp,
} satisfies Fields;

/** Without the password a proof of the last minutes is needed. */
export const SECOND_FACTOR_BEGIN_FIELDS = { password: CONFIRM_FIELDS.password } satisfies Fields;
export const SECOND_FACTOR_CODE_FIELDS = { code: text(LOGIN_FIELDS.otp.label, { required: true, max: 32 }) } satisfies Fields;
export const SECOND_FACTOR_END_FIELDS = { ...CONFIRM_FIELDS } satisfies Fields;

const newPassword = password({ vi: 'Mật khẩu mới', en: 'New password' }, { required: true, strong: true });
const confirmation = password({ vi: 'Xác nhận mật khẩu', en: 'Password confirmation' }, { required: true });

export const CHANGE_PASSWORD_FIELDS = {
  old_password: password({ vi: 'Mật khẩu cũ', en: 'Old password' }, { required: true }),
  password: newPassword,
  password_confirm: confirmation,
} satisfies Fields;

export const EMAIL_RESET_FIELDS = {
  email: text({ vi: 'Email', en: 'Email' }, { required: true, pattern: 'email' }),
} satisfies Fields;

/** What the address of a mailed link carries. */
export const PASSWORD_LINK_FIELDS = {
  token: text({ vi: 'Mã đặt lại mật khẩu', en: 'Reset token' }, { required: true }),
} satisfies Fields;

export const RESET_PASSWORD_FIELDS = {
  password: newPassword,
  password_confirm: confirmation,
  ...PASSWORD_LINK_FIELDS,
} satisfies Fields;

/** The mobile number becomes the username; the account waits for an Admin to activate it and give it roles. */
export const REGISTER_FIELDS = {
  mobile: text({ vi: 'Số điện thoại', en: 'Mobile number' }, { required: true, max: 32, pattern: 'phone_number' }),
  password: newPassword,
  passwordConfirm: confirmation,
} satisfies Fields;

/** The kinds of events in the log of sign-ins. */
export const SIGN_IN_KINDS = {
  success: { vi: 'Đăng nhập', en: 'Signed in' },
  failure: { vi: 'Sai tên đăng nhập hoặc mật khẩu', en: 'Wrong username or password' },
  second_factor_failure: { vi: 'Sai mã xác thực', en: 'Wrong authentication code' },
  throttled: { vi: 'Tạm chặn vì thử quá nhiều lần', en: 'Held back after too many attempts' },
  inactive: { vi: 'Từ chối: tài khoản không hoạt động', en: 'Refused: account not active' },
  locked: { vi: 'Từ chối: tài khoản bị khóa', en: 'Refused: account locked' },
  refresh_reuse: { vi: 'Kết thúc phiên: mã làm mới bị dùng lại', en: 'Session ended: refresh token used again' },
  logout: { vi: 'Đăng xuất', en: 'Signed out' },
  password_change: { vi: 'Đổi mật khẩu', en: 'Password changed' },
  second_factor_on: { vi: 'Bật mã xác thực', en: 'Two-step sign-in turned on' },
  second_factor_off: { vi: 'Tắt mã xác thực', en: 'Two-step sign-in turned off' },
  recovery_codes: { vi: 'Tạo lại mã khôi phục', en: 'Recovery codes renewed' },
  sessions_ended: { vi: 'Kết thúc mọi phiên đăng nhập', en: 'All sessions ended' },
  email_change: { vi: 'Đổi email', en: 'Email changed' },
  confirm_failure: { vi: 'Xác nhận lại không đúng', en: 'Wrong password or code when confirming' },
  refresh_replay: { vi: 'Mã làm mới được dùng lại từ địa chỉ khác', en: 'Refresh token used again from another address' },
  access_token: { vi: 'Tạo mã truy cập', en: 'Access key made' },
  access_token_ended: { vi: 'Thu hồi mã truy cập', en: 'Access key revoked' },
  password_reset: { vi: 'Đặt lại mật khẩu', en: 'Password reset' },
} as const;
export type SignInKind = keyof typeof SIGN_IN_KINDS;
