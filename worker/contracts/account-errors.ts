/** Why an account is not changed. */
export const ACCOUNT_ERRORS = {
  name_taken: {
    status: 409,
    code: 'conflict',
    vi: '{owner} đã có tên, mã hoặc tên đăng nhập này. Hãy chọn {field} khác',
    en: '{owner} goes by this name, code or username already. Choose another {field}',
  },
  own_account: {
    status: 409,
    code: 'conflict',
    vi: 'Bạn không thể tự xóa hoặc tự khóa tài khoản của mình',
    en: 'You cannot delete, lock or deactivate your own account',
  },
  second_factor_missing: {
    status: 409,
    code: 'conflict',
    vi: 'Hãy bật mã xác thực cho tài khoản của bạn trước',
    en: 'Set up two-step sign-in of your own account first',
  },
  last_admin: {
    status: 409,
    code: 'conflict',
    vi: 'Đây là quản trị viên đang hoạt động cuối cùng. Hãy trao vai trò Admin cho người khác trước',
    en: 'This is the last active Admin. Give the Admin role to somebody else first',
  },
} as const;
