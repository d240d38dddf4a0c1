import { type Fields, flag, text } from '../fields.ts';

/** Body and answer of `security-settings`. */
export const SECURITY_SETTINGS_FIELDS = {
  second_factor_for_admins: flag({ vi: 'Admin phải dùng mã xác thực', en: 'Admins must use two-step sign-in' }, { required: true }),
} satisfies Fields;

/** Body and answer of `adjust-settings`. */
export const ADJUST_SETTINGS_FIELDS = {
  reason_required: flag({ vi: 'Điều chỉnh điểm phải có lý do', en: 'Adjusting points needs a reason' }, { required: true }),
} satisfies Fields;

/** The holidays as they are typed: `days` of `office-holidays`. */
export const HOLIDAY_FIELDS = {
  days: text({ vi: 'Ngày nghỉ, mỗi dòng một ngày', en: 'Holidays, one a line' }, { max: 20_000, multiline: true }),
} satisfies Fields;
