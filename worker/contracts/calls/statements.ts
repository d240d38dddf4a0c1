import { date, integer, option, text } from '../fields.ts';
import { MONTH, YEAR } from '../months.ts';
import { pageFields } from '../paging.ts';
import type { SealMark } from './month-seals.ts';
import type { ListedTotal } from './totals.ts';

/** What a statement lists. `in_progress` are jobs without a return date: they do not count yet. */
export const LINE_KINDS = {
  design: { vi: 'Thiết kế', en: 'Design' },
  check: { vi: 'Kiểm tra', en: 'Check' },
  mistakes: { vi: 'Lỗi', en: 'Mistakes' },
  indirects: { vi: 'Gián tiếp', en: 'Indirect work' },
  pro: { vi: 'Hệ số pro', en: 'Proficiency' },
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
  sha256: text({ vi: 'Mã băm', en: 'Hash' }, { required: true, max: 64 }),
};

/** Body of `POST /month_reviews`. */
export const REVIEW_FIELDS = {
  year: integer(YEAR, { required: true, min: 2000, max: 2100 }),
  month: integer(MONTH, { required: true, min: 1, max: 12 }),
  deadline: date({ vi: 'Hạn xem lại', en: 'Deadline' }, { required: true }),
};

export interface MonthReview {
  year: number;
  month: number;
  /** Last day on which a person may object, YYYY-MM-DD; silence until then counts as agreement. */
  deadline: string;
  opened_by: { id: number; name: string } | null;
  opened_at: string;
}

/** What is confirmed: a changed figure or line makes another hash. */
export interface StatementFigures {
  direct_point: number;
  mistake_point_n: number;
  mistake_point_t: number;
  indirect_point_yes: number;
  indirect_point_no: number;
  pro_index: number;
  total_point_1: number | null;
  total_point_2: number | null;
  lines: Record<(typeof COUNTED_KINDS)[number], LineSum & { mark: number }>;
}

export interface LineSum {
  count: number;
  /** Of the points; of `pro`, the points of the month's own ratings. */
  sum: number;
}

/** How a person stands to their statement; `silent` once the deadline has passed without a word. */
export const STATEMENT_STATES = {
  none: { vi: 'Chưa xem', en: 'Not yet' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  changed: { vi: 'Đổi sau khi xác nhận', en: 'Changed since' },
  asked: { vi: 'Có thắc mắc', en: 'Asked' },
  silent: { vi: 'Coi như đồng ý', en: 'Silent' },
} as const;
export type StatementState = keyof typeof STATEMENT_STATES;

export interface Confirmation {
  state: StatementState;
  /** Null where nothing was confirmed. */
  confirmed_at: string | null;
  sha256: string | null;
  /** What was confirmed, where it is no longer what the statement says. */
  confirmed_figures: StatementFigures | null;
}

export interface StatementMonth {
  /** YYYY-MM. */
  month: string;
  total_point_1: number | null;
  total_point_2: number | null;
}

/** `GET /statements/{user_id|me}`: one person's month. */
export interface Statement {
  user: { id: number; username: string; code: string | null; name: string; employee_code: string | null; position_name: string | null };
  year: number;
  month: number;
  state: 'open' | 'review' | 'locked';
  totals: ListedTotal;
  lines: Record<(typeof COUNTED_KINDS)[number], LineSum>;
  in_progress: LineSum;
  /** How the totals come from the figures: the expressions in force, or those of the seal. */
  expressions: { total_point_1: string; total_point_2: string };
  /** The twelve months up to this one, the oldest first. */
  previous: StatementMonth[];
  /** Hash of the figures: what a confirmation sends back. */
  sha256: string;
  confirmation: Confirmation;
  review: MonthReview | null;
  sealed: SealMark | null;
  /** Questions of this person about this month that are not closed. */
  open_questions: number;
}

/** Who set the points of a line by hand, and what they were before. */
export interface LineAdjustment {
  by: string | null;
  at: string;
  from: number | null;
  reason: string | null;
}

export interface StatementLine {
  kind: LineKind;
  /** Id of the record in its entity. */
  id: number;
  entity: 'directs' | 'mistakes' | 'indirects' | 'pro';
  /** Code of the job, title of the mistake, content of the indirect work, date of the rating. */
  title: string | null;
  /** Building and customer of a job; empty otherwise. */
  subtitle: string | null;
  /** Return date, or the date of the record. */
  date: string | null;
  tsubosuu: number | null;
  /** Null where a job has no result. */
  point: number | null;
  /** T or N of a mistake, C or K of indirect work. */
  type: string | null;
  is_checked: 0 | 1 | null;
  adjusted: LineAdjustment | null;
  /** Path of the call that explains the points; null where there is nothing to explain. */
  explanation: string | null;
}

/** A row of the office's list `GET /statements`. */
export interface StatementOverview {
  user_id: number;
  username: string;
  name: string;
  state: StatementState;
  total_point_1: number | null;
  total_point_2: number | null;
  confirmed_at: string | null;
  open_questions: number;
}

/** `GET /statements`: everybody whom the reader may see, or a page of them. */
export interface StatementOverviews {
  data: StatementOverview[];
  per_page: number;
  current_page: number;
  total: number;
  from: number | null;
  to: number | null;
  /** All people by state. */
  counts: Record<StatementState, number>;
  review: MonthReview | null;
}
