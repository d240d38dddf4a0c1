import { date, integer, option, text } from '../fields.ts';
import { MONTH, YEAR } from '../months.ts';
import { pageFields } from '../paging.ts';

/** What a statement lists. `in_progress` are jobs without a return date: they do not count yet. */
export const LINE_KINDS = {
  design: { vi: 'Thiết kế', en: 'Design' },
  check: { vi: 'Kiểm tra', en: 'Check' },
  mistakes: { vi: 'Lỗi', en: 'Mistakes' },
  indirects: { vi: 'Gián tiếp', en: 'Indirect work' },
  pro: { vi: 'Hệ số pro', en: 'Pro factor' },
  in_progress: { vi: 'Đang làm', en: 'In progress' },
} as const;
export type LineKind = keyof typeof LINE_KINDS;
export const COUNTED_KINDS = ['design', 'check', 'mistakes', 'indirects', 'pro'] as const satisfies readonly LineKind[];

export const STATEMENT_PARAMS = {
  year: integer(YEAR, { min: 2000, max: 2100 }),
  month: integer(MONTH, { min: 1, max: 12 }),
};

/** The page of the office's list, where one is asked for. */
export const STATEMENTS_PARAMS = {
  ...STATEMENT_PARAMS,
  ...pageFields(),
};

export const STATEMENT_LINE_PARAMS = {
  ...STATEMENT_PARAMS,
  kind: option({ vi: 'Loại', en: 'Kind' }, LINE_KINDS, { required: true }),
  ...pageFields(),
};

/** Body of `POST /statements/me/confirm`: the hash of the statement that was read. */
export const CONFIRM_FIELDS = {
  year: integer(YEAR, { required: true, min: 2000, max: 2100 }),
  month: integer(MONTH, { required: true, min: 1, max: 12 }),
  sha256: text({ vi: 'Mã đối chiếu', en: 'Check code' }, { required: true, max: 64 }),
};

/** Body of `POST /month_reviews`. */
export const REVIEW_FIELDS = {
  year: integer(YEAR, { required: true, min: 2000, max: 2100 }),
  month: integer(MONTH, { required: true, min: 1, max: 12 }),
  deadline: date({ vi: 'Hạn xem lại', en: 'Deadline' }, { required: true }),
};

/** How a person stands to their statement; `silent` once the deadline has passed without a word. */
export const STATEMENT_STATES = {
  none: { vi: 'Chưa xác nhận', en: 'Not confirmed' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  changed: { vi: 'Đổi sau khi xác nhận', en: 'Changed since' },
  asked: { vi: 'Có thắc mắc', en: 'Asked' },
  silent: { vi: 'Hết hạn phản hồi', en: 'No answer' },
} as const;
export type StatementState = keyof typeof STATEMENT_STATES;
