import { integer, option, text } from '../fields.ts';
import { MONTH, YEAR } from '../months.ts';
import { MAX_COPIES, pageFields } from '../paging.ts';
import type { Text } from '../text.ts';

export const yearMonthFields = {
  year: integer(YEAR, { required: true, min: 2000, max: 2100 }),
  month: integer(MONTH, { required: true, min: 1, max: 12 }),
};

/** A month, a year, or all of them. */
export const monthFilter = { year: integer(YEAR, { min: 2000, max: 2100 }), month: integer(MONTH, { min: 1, max: 12 }) };

/** What the status of a month asks for. */
export const LOCK_STATUSES = { 0: { vi: 'Mở khóa', en: 'Unlock' }, 1: { vi: 'Khóa', en: 'Lock' } } as const;
export type LockStatus = keyof typeof LOCK_STATUSES;

/** Body of `POST /lock_and_unlock`; an unlock of some minutes is for `me` unless it says otherwise. Unlocking needs a reason, and so does locking with questions that nobody answered, or with totals that have no value. */
export const lockFields = {
  ...yearMonthFields,
  status: integer({ vi: 'Trạng thái', en: 'Status' }, { required: true, min: 0, max: 1 }),
  reason: text({ vi: 'Lý do mở khóa', en: 'Reason for unlocking' }, { max: 1000, multiline: true }),
  /** Minutes after which an unlock ends by itself; without them it does not. */
  until: integer({ vi: 'Số phút mở khóa', en: 'Minutes of the unlock' }, { min: 15, max: 240 }),
  /** Who may write until then. */
  for: option(
    { vi: 'Mở cho', en: 'Open to' },
    { me: { vi: 'Chỉ mình tôi', en: 'Me alone' }, staff: { vi: 'Mọi người có quyền sửa', en: 'All who may edit' } },
  ),
};

/** The reason for unlocking a month that payroll has, and what to do after it. */
export const HANDED_REASON = text(
  { vi: 'Lý do mở khóa tháng đã giao cho bảng lương', en: 'Reason for unlocking a month that payroll has' },
  { max: 1000, multiline: true },
);
export const HANDED_WARNING: Text = {
  vi: 'Tháng {month} đã giao cho bảng lương lúc {at}. Khóa lại xong, hãy giao phần chênh lệch',
  en: 'Month {month} was handed to payroll at {at}. Once it is locked again, hand over the difference',
};

/** The reason for locking a month that differs from the source. */
export const LOCK_DIFFERENCES_REASON = text(
  { vi: 'Lý do khóa khi còn khác với nguồn', en: 'Reason for locking with differences to the source' },
  { max: 1000, multiline: true },
);

/** The reason is asked for in other words where a month is locked with questions that nobody answered, or with totals that have no value. */
export const LOCK_REASON = text(
  {
    vi: 'Lý do khóa khi còn thắc mắc chưa trả lời hoặc tổng điểm không tính được',
    en: 'Reason for locking with unanswered questions or totals without a value',
  },
  { max: 1000, multiline: true },
);

export const changeFields = {
  ...yearMonthFields,
  event_id: integer({ vi: 'Lần mở khóa', en: 'Unlock' }, { min: 1 }),
  ...pageFields(MAX_COPIES),
};
