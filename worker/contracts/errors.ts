import { ACCOUNT_ERRORS } from './account-errors.ts';
import { BODY_ERRORS } from './body-errors.ts';
import { DATABASE_ERRORS } from './database-errors.ts';
import { OPERATION_ERRORS } from './operation-errors.ts';
import { RULE_ERRORS } from './rule-errors.ts';
import { SCENARIO_ERRORS } from './scenario-errors.ts';
import type { Text } from './text.ts';

/** Every error the API answers: its HTTP status and its text. `{…}` are filled from the error's parameters, `{wait}` from its Retry-After. */
export const ERRORS = {
  ...BODY_ERRORS,
  unauthorized: { status: 401, vi: 'Bạn cần đăng nhập để tiếp tục', en: 'Unauthorized' },
  bad_credentials: { status: 401, vi: 'Tên đăng nhập hoặc mật khẩu không đúng', en: 'The username or the password is wrong' },
  provider_refused: {
    status: 401,
    vi: '{provider} không xác nhận lần đăng nhập này. Hãy thử lại',
    en: '{provider} did not confirm this sign-in. Try again',
  },
  second_factor_required: {
    status: 401,
    vi: 'Hãy nhập mã xác thực trong ứng dụng của bạn',
    en: 'Enter the code from your authenticator app',
  },
  second_factor_wrong: { status: 401, vi: 'Mã xác thực không đúng hoặc đã được dùng', en: 'The code is wrong or was used already' },
  no_account: { status: 403, vi: 'Chưa có tài khoản nào dùng địa chỉ email này', en: 'There is no account with this email address' },
  account_inactive: {
    status: 403,
    vi: 'Tài khoản chưa được kích hoạt hoặc đã ngừng hoạt động. Hãy liên hệ quản trị viên',
    en: 'This account is not active. Ask an administrator',
  },
  account_locked: {
    status: 403,
    vi: 'Tài khoản bị khóa đến {until}. Lý do: {reason}',
    en: 'This account is locked until {until}. Reason: {reason}',
  },
  forbidden: { status: 403, vi: 'Bạn không có quyền sử dụng chức năng này', en: 'You are not allowed to use this function' },
  confirm_needed: {
    status: 403,
    vi: 'Hãy nhập lại mật khẩu hoặc mã xác thực để tiếp tục',
    en: 'Enter your password or authentication code again to go on',
  },
  read_only_token: {
    status: 403,
    code: 'forbidden',
    vi: 'Mã truy cập này chỉ để đọc những danh sách đã chọn',
    en: 'This access key only reads the lists that were chosen',
  },
  foreign_origin: {
    status: 403,
    vi: 'Yêu cầu này đến từ một trang web khác nên bị từ chối',
    en: 'This call comes from another site and was refused',
  },
  not_found: { status: 404, vi: 'Không tìm thấy {what}', en: '{what} not found' },
  method_not_allowed: { status: 405, vi: 'Đường dẫn này không nhận lệnh {method}', en: 'This path does not take {method}' },
  conflict: { status: 409, vi: '{detail}', en: '{detail}' },
  stale: {
    status: 409,
    code: 'conflict',
    vi: 'Bản ghi đã được người khác sửa sau khi bạn mở. Hãy xem bản mới rồi lưu lại',
    en: 'Somebody changed this record after you opened it. Look at the new one, then save again',
  },
  duplicate: { status: 409, code: 'conflict', vi: '{field} này đã có ở một bản ghi khác', en: 'Another record has this {field} already' },
  ...RULE_ERRORS,
  referenced: {
    status: 409,
    code: 'conflict',
    vi: 'Không thể xóa vì đang được dùng bởi: {users}',
    en: 'It cannot be deleted because it is in use by: {users}',
  },
  ...ACCOUNT_ERRORS,
  built_in_role: {
    status: 409,
    code: 'conflict',
    vi: 'Vai trò {name} là vai trò của hệ thống nên không thể đổi tên hoặc xóa',
    en: 'The role {name} belongs to the system; it cannot be renamed or deleted',
  },
  reused_key: {
    status: 409,
    code: 'conflict',
    vi: 'Idempotency-Key này đã được dùng cho một yêu cầu khác; hãy gửi lại với khóa mới',
    en: 'This Idempotency-Key was used for another request; send it again with a new key',
  },
  deleted_replay: {
    status: 409,
    code: 'conflict',
    vi: 'Bản ghi được tạo với Idempotency-Key này đã bị xóa hoặc hoàn tác; muốn tạo lại thì hãy gửi với khóa mới',
    en: 'The record that was made with this Idempotency-Key was deleted or undone since; to make it again, send it with a new key',
  },
  ...OPERATION_ERRORS,
  ...SCENARIO_ERRORS,
  record_checked: {
    status: 409,
    vi: 'Bản ghi đã được kiểm tra nên không thể thay đổi; hãy bỏ kiểm tra trước (You can not change check in record)',
    en: 'You can not change check in record',
  },
  run_finished: {
    status: 409,
    code: 'conflict',
    vi: '{what} này đã kết thúc nên không hủy được nữa',
    en: 'It has ended and cannot be cancelled any more',
  },
  run_not_preview: {
    status: 409,
    code: 'conflict',
    vi: 'Chỉ bản xem trước mới ghi được kết quả; lần tính này đang ở trạng thái «{status}»',
    en: 'Only a preview can be published; this calculation is «{status}»',
  },
  run_active: {
    status: 409,
    code: 'conflict',
    vi: 'Tháng {month} đang được tính (lần số {id}); hãy đợi xong hoặc hủy lần đó',
    en: 'Month {month} is being calculated (run {id}); wait for it or cancel it',
  },
  invalid: { status: 422, vi: 'Dữ liệu chưa hợp lệ, hãy xem lại các mục được báo', en: 'Some fields are not valid; see each message' },
  link_expired: {
    status: 422,
    vi: 'Liên kết này đã hết hạn hoặc đã được dùng. Hãy yêu cầu liên kết mới',
    en: 'This link has expired or was used already. Ask for a new one',
  },
  month_locked: {
    status: 423,
    vi: 'Tháng {month} đã khóa, không thể thay đổi dữ liệu của tháng này; muốn sửa, trước hết hãy mở khóa tháng này',
    en: 'Month {month} is locked; its records cannot be changed. Unlock it first',
  },
  month_open_to_others: {
    status: 423,
    code: 'month_locked',
    vi: 'Tháng {month} do {name} mở đến {until}; ngoài lượt mở đó, dữ liệu của tháng này vẫn khóa',
    en: 'Month {month} is open to {name} until {until}; to everybody else its records stay locked',
  },
  month_open_ended: {
    status: 423,
    code: 'month_locked',
    vi: 'Lượt mở tháng {month} của {name} đã hết lúc {until}; dữ liệu của tháng này đã khóa lại',
    en: 'The unlock of {month} by {name} ended at {until}; its records are locked again',
  },
  statement_changed: {
    status: 409,
    code: 'conflict',
    vi: 'Phiếu điểm tháng {month} đã đổi sau khi bạn mở. Hãy xem lại rồi xác nhận',
    en: 'The statement of {month} changed after you opened it. Look at it again, then confirm',
  },
  question_closed: {
    status: 409,
    code: 'conflict',
    vi: 'Thắc mắc này đã đóng. Hãy mở lại trước khi trả lời',
    en: 'This question is closed. Open it again before answering',
  },
  question_answered: {
    status: 409,
    code: 'conflict',
    vi: 'Người khác vừa trả lời thắc mắc này. Hãy đọc câu trả lời đó trước',
    en: 'Somebody else has just answered this question. Read that answer first',
  },
  not_sealed: {
    status: 409,
    code: 'conflict',
    vi: 'Tháng {month} chưa khóa nên chưa có bản niêm phong để tính kiểm',
    en: 'Month {month} is not locked, so there is no seal to replay',
  },
  not_locked: {
    status: 409,
    code: 'conflict',
    vi: 'Tháng {month} chưa khóa nên chưa giao được cho bảng lương. Hãy khóa tháng trước',
    en: 'Month {month} is not locked, so it cannot be handed to payroll. Lock it first',
  },
  month_moving: {
    status: 503,
    vi: 'Dữ liệu của tháng {month} đang bị thay đổi liên tục nên chưa khóa được. Tháng vẫn mở; hãy thử lại sau ít giây',
    en: 'The records of month {month} keep changing, so it could not be locked. It is still open; try again in a few seconds',
  },
  too_many_requests: { status: 429, vi: 'Quá nhiều lần thử. Hãy đợi {wait} rồi thử lại', en: 'Too many attempts. Try again in {wait}' },
  work_waiting: {
    status: 429,
    vi: 'Bạn đang có {count} tác vụ chưa xong (nhập, sửa nhiều, hoàn tác, tính điểm). Hãy chờ một tác vụ xong, hoặc dừng bớt, rồi làm lại',
    en: '{count} of your imports, edits of many, undos and calculations {count|is|are} not finished. Wait for one, or stop one, then do it again',
  },
  too_busy: { status: 503, vi: 'Hệ thống đang bận. Hãy thử lại sau vài giây', en: 'The site is busy. Try again in a few seconds' },
  mail_unavailable: {
    status: 503,
    vi: 'Hệ thống chưa gửi được thư. Hãy báo quản trị viên',
    en: 'The system could not send the mail. Tell an administrator',
  },
  internal: {
    status: 500,
    vi: 'Hệ thống gặp lỗi ngoài dự kiến. Hãy thử lại; nếu vẫn lỗi, gửi mã yêu cầu cho quản trị viên',
    en: 'Something unexpected went wrong. Try again; if it stays, give the request id to an administrator',
  },
  ...DATABASE_ERRORS,
} as const satisfies Record<string, { status: number; code?: string } & Text>;

export type ErrorCode = keyof typeof ERRORS;
