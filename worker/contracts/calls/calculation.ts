import * as z from 'zod';
// Sets how the validator works before the first schema is made.
import '../field-schemas.ts';
import { integer, option, text } from '../fields.ts';
import { MONTH, YEAR } from '../months.ts';
import { pageFields } from '../paging.ts';
import { ruleToken } from '../rules.ts';
import type { Text } from '../text.ts';
import { ISSUE_LABELS } from './calculation-issues.ts';

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
  files_missing: {
    vi: 'Bộ quy tắc của lần tính này không còn trong kho tệp nên đã dừng, chưa có điểm nào được ghi; hãy tính lại',
    en: 'The rules of this run are no longer among the files, so it was stopped; nothing was changed. Calculate again',
  },
  no_right: {
    vi: 'Người yêu cầu không còn quyền tính điểm nên đã dừng, chưa có điểm nào được ghi',
    en: 'Whoever asked for the run may not calculate any more, so it was stopped; nothing was changed',
  },
  edited_meanwhile: {
    vi: 'Vài công việc liên tục bị sửa đúng lúc ghi nên giữ điểm cũ (xem danh sách lỗi); một lần tính nữa đã tự chạy cho những công việc đó',
    en: 'Some jobs were edited again and again while the points were written and kept theirs (see the issues); a further run was started for them',
  },
  expired: {
    vi: 'Bản xem trước đã cũ nên đã được dọn; hãy xem trước lại',
    en: 'The preview was too old and was cleared; make a new one',
  },
} as const satisfies Record<string, Text>;
export type RunMessage = keyof typeof RUN_MESSAGES;

export const RUN_PARAMS = {
  year: integer(YEAR, { min: 2000, max: 2100 }),
  month: integer(MONTH, { min: 1, max: 12 }),
  ...pageFields(),
};

export const ISSUE_PARAMS = {
  code: option({ vi: 'Vấn đề', en: 'Issue' }, ISSUE_LABELS),
  cause: text({ vi: 'Nguyên nhân', en: 'Cause' }, { max: 4000 }),
  ...pageFields(),
};

export const CALCULATION_LABELS = {
  year: YEAR,
  month: MONTH,
  preview: { vi: 'Xem trước', en: 'Preview' },
  include_adjusted: { vi: 'Tính cả công việc đã điều chỉnh', en: 'Include adjusted' },
} satisfies Record<string, Text>;

/** Body of a calculation request. Numbers may come as texts, as a select sends them. */
export const calculationRequest = () =>
  z.object(
    {
      year: wholeNumber(2000, 2100),
      month: wholeNumber(1, 12),
      preview: yesOrNo(),
      include_adjusted: yesOrNo(),
    },
    { error: ruleToken('invalid') },
  );
export type CalculationRequest = z.infer<ReturnType<typeof calculationRequest>>;

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
