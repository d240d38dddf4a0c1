import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { decimal, integer, option, text } from '../fields.ts';
import { EMPLOYEE } from '../labels.ts';
import { MONTH, YEAR } from '../months.ts';
import { pageFields } from '../paging.ts';

export const QUESTION_KINDS = {
  direct: { vi: 'Công việc', en: 'Job' },
  mistake: { vi: 'Lỗi', en: 'Mistake' },
  indirect: { vi: 'Gián tiếp', en: 'Indirect work' },
  pro: { vi: 'Hệ số pro', en: 'Pro factor' },
  missing: { vi: 'Thiếu công việc', en: 'Missing job' },
  total: { vi: 'Tổng điểm', en: 'Total' },
} as const;
export type QuestionKind = keyof typeof QUESTION_KINDS;

export const QUESTION_STATUSES = {
  open: { vi: 'Chờ trả lời', en: 'Open' },
  answered: { vi: 'Đã trả lời', en: 'Answered' },
  closed: { vi: 'Đã đóng', en: 'Closed' },
} as const;
export type QuestionStatus = keyof typeof QUESTION_STATUSES;

/** The columns of the list; `name` is the screen's own. */
export const QUESTION_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Thắc mắc', en: 'Question' }),
  column('status', { vi: 'Trạng thái', en: 'Status' }, 'text', { options: QUESTION_STATUSES }),
  column('user_name', { vi: 'Nhân viên', en: 'Employee', ja: '社員' }),
  column('month', { vi: 'Tháng', en: 'Month' }),
  column('kind', { vi: 'Loại', en: 'Kind' }, 'text', { options: QUESTION_KINDS }),
  column('text', { vi: 'Nội dung', en: 'Your question' }),
  column('created_at', { vi: 'Hỏi lúc', en: 'Asked at' }, 'datetime'),
  column('age_days', { vi: 'Số ngày', en: 'Days' }, 'integer'),
];

/** The table that a question's record lies in; `missing` and `total` name none. */
export const QUESTION_RECORDS = { direct: 'directs', mistake: 'mistakes', indirect: 'indirects', pro: 'pro' } as const;

/** Body of `POST /questions`; `record_id` for every kind that has a record. */
export const QUESTION_FIELDS = {
  year: integer(YEAR, { required: true, min: 2000, max: 2100 }),
  month: integer(MONTH, { required: true, min: 1, max: 12 }),
  kind: option({ vi: 'Loại', en: 'Kind' }, QUESTION_KINDS, { required: true }),
  record_id: integer({ vi: 'Bản ghi', en: 'Record' }, { min: 1 }),
  text: text({ vi: 'Nội dung', en: 'Your question' }, { required: true, max: 2000, multiline: true }),
  expected_point: decimal({ vi: 'Điểm mong đợi', en: 'Expected point' }, { min: 0, decimals: 3 }),
  picture: text({ vi: 'Ảnh', en: 'Picture' }, { max: 500, image: true }),
};

/** Body of an answer, and of closing or opening a question again, where the text may be missing. */
export const ANSWER_FIELDS = {
  text: text({ vi: 'Câu trả lời', en: 'Answer' }, { required: true, max: 2000, multiline: true }),
  version: integer({ vi: 'Phiên bản', en: 'Version' }, { min: 1 }),
};
export const REMARK_FIELDS = { ...ANSWER_FIELDS, text: text({ vi: 'Ghi chú', en: 'Remark' }, { max: 2000, multiline: true }) };

export const QUESTION_PARAMS = {
  year: integer(YEAR, { min: 2000, max: 2100 }),
  month: integer(MONTH, { min: 1, max: 12 }),
  status: option({ vi: 'Trạng thái', en: 'Status' }, QUESTION_STATUSES),
  user_id: integer(EMPLOYEE, { min: 1 }),
  ...pageFields(),
};
