import * as z from 'zod';
import { idSchema } from '../fields.ts';
import { ruleToken } from '../rules.ts';
import type { Text } from '../text.ts';
import type { FormulaPlace, Issue, IssueCode } from './calculation-issues.ts';
import type { ConditionOperator, VariableOrigin } from './formula-language.ts';
import { FORMULA_SCOPES } from './formula-language.ts';
import type { FormulaProblem } from './formula-problems.ts';

const RUN_STATUSES = ['queued', 'computing', 'publishing', 'preview', 'done', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A month has at most one run in these; asking again answers that one. */
export const ACTIVE_RUN_STATUSES: readonly RunStatus[] = ['queued', 'computing', 'publishing'];

export const RUN_STATUS_LABELS: Readonly<Record<RunStatus, Text>> = {
  queued: { vi: 'Đang chờ', en: 'Waiting' },
  computing: { vi: 'Đang tính', en: 'Computing' },
  publishing: { vi: 'Đang ghi kết quả', en: 'Publishing' },
  preview: { vi: 'Xem trước', en: 'Preview' },
  done: { vi: 'Đã xong', en: 'Done' },
  failed: { vi: 'Thất bại', en: 'Failed' },
  cancelled: { vi: 'Đã hủy', en: 'Cancelled' },
};

/** Why a run ended as it did, by the code it keeps. */
export const RUN_MESSAGES = {
  locked: {
    vi: 'Tháng này đã bị khóa trong lúc tính nên chưa có điểm nào được ghi; hãy mở khóa rồi tính lại',
    en: 'The month was locked while it was being calculated, so nothing was changed; unlock it and calculate again',
  },
  stalled: {
    vi: 'Lần tính không tiến triển trong 10 phút nên đã dừng, chưa có điểm nào được ghi; hãy tính lại',
    en: 'The run made no progress for 10 minutes and was stopped; nothing was changed. Calculate again',
  },
  broken: {
    vi: 'Lần tính gặp lỗi nhiều lần nên đã dừng, chưa có điểm nào được ghi; hãy tính lại, nếu vẫn lỗi hãy báo quản trị viên',
    en: 'The run failed several times and was stopped; nothing was changed. Calculate again, and tell an administrator if it stays',
  },
  not_queued: {
    vi: 'Không xếp được lần tính vào hàng đợi; hãy tính lại',
    en: 'The run could not be put on the queue; calculate again',
  },
  edited_meanwhile: {
    vi: 'Vài đơn liên tục bị sửa đúng lúc ghi nên giữ điểm cũ (xem danh sách lỗi); một lần tính nữa đã tự chạy cho những đơn đó',
    en: 'Some jobs were edited again and again while the points were written and kept theirs (see the issues); a further run was started for them',
  },
  expired: {
    vi: 'Bản xem trước đã cũ nên đã được dọn; hãy xem trước lại',
    en: 'The preview was too old and was cleared; make a new one',
  },
} as const satisfies Record<string, Text>;
export type RunMessage = keyof typeof RUN_MESSAGES;

/** Body of a calculation request. Numbers may come as texts, as a select sends them. */
export const calculationRequest = z.object(
  {
    year: wholeNumber(2000, 2100),
    month: wholeNumber(1, 12),
    preview: yesOrNo(),
    include_adjusted: yesOrNo(),
  },
  { error: ruleToken('invalid') },
);
export type CalculationRequest = z.infer<typeof calculationRequest>;

/** A run as the API answers it. Counts are of directs; times are `YYYY-MM-DD HH:mm:ss`, office time. */
export type CalculationRun = {
  id: number;
  year: number;
  month: number;
  status: RunStatus;
  preview: 0 | 1;
  include_adjusted: 0 | 1;
  /** Directs to compute, computed so far, with other points than before, without a result. */
  total: number;
  done: number;
  changed: number;
  failed: number;
  /** In the caller's language. */
  message: string | null;
  rules_hash: string | null;
  source: 'button' | 'cron';
  /** Null when the clock started it. */
  user: { id: number; name: string } | null;
  created_at: string;
  started_at: string | null;
  progress_at: string | null;
  finished_at: string | null;
};

interface ListedDirect {
  direct_id: number;
  external_id: string | null;
  name: string | null;
  bukkenmei: string | null;
  henkyaku_hi: string | null;
  customer_name: string | null;
  /** Designer and checker. */
  user_name: string | null;
  checker_name: string | null;
}

/** A direct without a result; it keeps the points it had. */
export interface CalculationIssueRow extends ListedDirect {
  code: IssueCode;
  message: string;
}

/** Directs without a result for the same reason; `cause` asks the list of issues for exactly these. */
export interface CalculationCause {
  cause: string;
  issue: Issue;
  /** What happened and how to mend it, in the caller's language. */
  message: string;
  count: number;
  customer_name: string | null;
  work_name: string | null;
}

/** A direct whose result differs from what it held. */
export interface CalculationChangeRow extends ListedDirect {
  old_design_point: number | null;
  old_check_point: number | null;
  new_design_point: number | null;
  new_check_point: number | null;
}

/** Sums over all changes of a run, for the list's `sum`. */
export type CalculationChangeSums = Pick<
  CalculationChangeRow,
  'old_design_point' | 'old_check_point' | 'new_design_point' | 'new_check_point'
>;

/** What a run with `include_adjusted` would throw away: adjusted directs of the month and the points they hold. */
export interface AdjustedCount {
  count: number;
  design_points: number;
  check_points: number;
}

/** The two expressions of the totals, as `GET /totals-expressions` answers them. */
export interface TotalsExpressions {
  total_point_1: string;
  total_point_2: string;
  version: number;
  updated_at: string | null;
}

export const totalsExpressionsRequest = z.object(
  {
    total_point_1: expressionText(),
    total_point_2: expressionText(),
    version: z.int({ error: ruleToken('integer') }).optional(),
  },
  { error: ruleToken('invalid') },
);

/** A job that the queue gave up. */
export interface FailedJob {
  id: number;
  type: string | null;
  body: string;
  error: string | null;
  attempts: number;
  failed_at: string;
  dead_at: string;
}

/** What the calculation writes into a direct. */
export interface DirectPoints {
  scale_factor_code: string;
  /** Null when the matching scale row leaves it empty. */
  scale_factor: number | null;
  standard_design_point: number | null;
  standard_check_point: number | null;
  result_design_point: number;
  result_check_point: number;
}

/** The calculation of one direct's points, step by step; a step that was not reached is null or missing. */
export interface CalculationTrace {
  direct_id: number;
  standard: TraceStandard | null;
  scale: TraceScale | null;
  base_point: TraceBasePoint | null;
  formulas: TraceFormula[];
  /** Each variable that was looked at, in the order of the variables list. */
  variables: TraceVariable[];
  result: DirectPoints | null;
  issue: Issue | null;
}

/** The run whose rules an explanation uses. */
export interface TraceRules {
  run_id: number;
  hash: string | null;
  calculated_at: string | null;
}

/** A hand that changed the points; `from` are the points before it. */
export interface TraceAdjustment {
  user: { id: number; name: string } | null;
  at: string;
  from: { result_design_point: number | null; result_check_point: number | null };
}

/** `GET directs/{id}/calculation`: how the stored points were calculated. */
export interface PublishedTrace extends CalculationTrace {
  /** The calculation that gave the stored points; null for a direct not calculated yet, which is explained by the present rules. */
  rules: TraceRules | null;
  /** Why there is no explanation: the file of those rules is not there, or is not what its hash says. */
  rules_problem: 'missing' | 'changed' | null;
  /** The points that the direct holds. */
  stored: { result_design_point: number | null; result_check_point: number | null };
  /** What the present rules give, where that is something else. */
  now: DirectPoints | { issue: Issue } | null;
  adjusted: TraceAdjustment | null;
}

export interface TraceStandard {
  id: number;
  scale_code: string;
  tsubo_id: number | null;
  standard_design_point: number | null;
  standard_check_point: number | null;
}

/** Why a scale row was taken: named by the standard, equal value, within limits; `no_rows`: the code has none, factors are 1. */
export interface TraceScale {
  reason: 'named' | 'equal' | 'limits' | 'no_rows' | 'no_match';
  row_id: number | null;
  scale_factor_code: string;
  scale_factor: number | null;
  complexity_factor: number | null;
  replaces_design_point: boolean;
  replaces_check_point: boolean;
  /** Rows tried in turn, the taken one last. */
  tried: TraceScaleRow[];
}

export interface TraceScaleRow {
  row_id: number;
  variable: string;
  /** Null when the row did not need it. */
  value: number | null;
  scale_equal_to: number | null;
  scale_limit_from: number | null;
  scale_limit_to: number | null;
  matches: boolean;
}

/** `no_rows`: the code has none and all base points are 0. */
export interface TraceBasePoint {
  reason: 'row' | 'no_rows' | 'no_match';
  row_id: number | null;
  /** Rows tried in turn, the taken one last; conditions after one that fails are not looked at. */
  tried: { row_id: number; holds: boolean; conditions: TraceCondition[] }[];
}

export interface TraceCondition {
  variable: string;
  value: number | string;
  operator: ConditionOperator;
  param: string;
  /** The parameter's value, or the values of its list. */
  param_values: (number | string)[];
  holds: boolean;
}

/** A formula that was run; `value` is null when it has none (see the issue). Results are shown before rounding, with the rounded one. */
export interface TraceFormula {
  place: FormulaPlace;
  source: string;
  /** The source with each variable replaced by its value. */
  substituted: string;
  value: number | null;
  rounded: number | null;
}

export interface TraceVariable {
  name: string;
  label: Text;
  origin: VariableOrigin;
  value: number | string | null;
}

/** Body of the try-it box: a formula, where it stands, and values for the names it uses, over those of a direct when one is named. */
export const tryFormulaRequest = z.object(
  {
    direct_id: idSchema.optional(),
    scope: z.enum(FORMULA_SCOPES, { error: ruleToken('option', { options: FORMULA_SCOPES.join(', ') }) }),
    source: z.string({ error: ruleToken('text') }),
    values: z.record(z.string(), z.union([z.number(), z.string(), z.null()]), { error: ruleToken('invalid') }).default({}),
  },
  { error: ruleToken('invalid') },
);
export type TryFormulaRequest = z.infer<typeof tryFormulaRequest>;

/** Exactly one of value, problem and failure is set; `variables` lists the names the formula uses. */
export interface TryFormulaAnswer {
  value: number | null;
  substituted: string | null;
  variables: string[];
  problem: FormulaProblem | null;
  failure: { code: 'empty_variable'; variable: string } | { code: 'not_finite' } | null;
}

function wholeNumber(min: number, max: number) {
  return z.preprocess(
    (raw) => (typeof raw === 'string' && /^\d{1,4}$/.test(raw.trim()) ? Number(raw) : raw),
    z
      .int({ error: ({ input }) => ruleToken(input === undefined || input === null || input === '' ? 'required' : 'integer') })
      .min(min, { error: ruleToken('range', { min, max }) })
      .max(max, { error: ruleToken('range', { min, max }) }),
  );
}

function yesOrNo() {
  return z
    .preprocess(
      (raw) => (typeof raw === 'object' ? raw : (YES_NO[String(raw)] ?? raw)),
      z.boolean({ error: ruleToken('invalid') }).optional(),
    )
    .transform((value) => value ?? false);
}

const YES_NO: Record<string, boolean> = { '0': false, '1': true, false: false, true: true };

function expressionText() {
  const text = z.string({ error: ({ input }) => ruleToken(input === undefined || input === null ? 'required' : 'text') }).trim();
  return text.min(1, { error: ruleToken('required') }).max(1000, { error: ruleToken('max_length', { max: 1000 }) });
}
