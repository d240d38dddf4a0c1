import { decimal, option, text } from '../fields.ts';
import { pageFields } from '../paging.ts';
import type { Text } from '../text.ts';
import { yearMonthFields } from './month-lock.ts';

/** What a person should look at before a month is closed, one finding at a time. */
const REVIEW_LABELS = {
  undefined_total: { vi: 'Người có tổng điểm không tính được', en: 'People whose total has no value' },
  variance: {
    vi: 'Người có tổng điểm lệch so với ba tháng đã khóa gần nhất',
    en: 'People whose total is far from their last three locked months',
  },
  odd_job: { vi: 'Công việc có điểm hoặc phút trên tsubo bất thường', en: 'Jobs with unusual points or minutes per tsubo' },
  same_person: { vi: 'Người thiết kế cũng là người kiểm tra', en: 'Designer and checker are the same person' },
  zero_points: { vi: 'Công việc có cả hai điểm bằng 0', en: 'Jobs with both points zero' },
  double_building: { vi: 'Cùng công trình và hạng mục hai lần trong tháng', en: 'The same building and category twice in the month' },
  checked_empty: { vi: 'Công việc đã kiểm tra mà chưa có điểm', en: 'Checked jobs without points' },
  kept_points: { vi: 'Điểm cũ được giữ vì công việc không còn tính được', en: 'Points kept by jobs that no longer have a result' },
  edited_points: { vi: 'Công việc được sửa sau lần tính điểm', en: 'Jobs edited since their points were calculated' },
  old_points: { vi: 'Điểm cũ hơn quy tắc', en: 'Points older than the rules' },
  source_changed: { vi: 'Công việc đã kiểm tra mà nguồn đã đổi sau đó', en: 'Checked jobs that the source has changed since' },
} as const satisfies Record<string, Text>;
export type ReviewKey = keyof typeof REVIEW_LABELS;
export const REVIEW_KEYS = Object.keys(REVIEW_LABELS) as ReviewKey[];

export const REVIEW_FIGURE_LABELS: Readonly<Record<string, Text>> = {
  total_point_1: { vi: 'tổng điểm 1', en: 'total 1' },
  total_point_2: { vi: 'tổng điểm 2', en: 'total 2' },
  usual: { vi: 'thường', en: 'usually' },
  difference: { vi: 'lệch', en: 'difference' },
  points_per_tsubo: { vi: 'điểm/tsubo', en: 'points/tsubo' },
  usual_points_per_tsubo: { vi: 'thường', en: 'usually' },
  minutes_per_tsubo: { vi: 'phút/tsubo', en: 'minutes/tsubo' },
  usual_minutes_per_tsubo: { vi: 'thường', en: 'usually' },
  person: { vi: 'người', en: 'person' },
  bukkenmei: { vi: 'công trình', en: 'building' },
  work_name: { vi: 'hạng mục', en: 'category' },
  jobs: { vi: 'số lần', en: 'times' },
  codes: { vi: 'cùng với', en: 'the same as' },
  points: { vi: 'điểm đang tính', en: 'points that count' },
  points_now: { vi: 'tính lại sẽ là', en: 'calculated now' },
  standard: { vi: 'định mức', en: 'standard' },
  scale: { vi: 'hệ số quy mô', en: 'scale' },
  base_point: { vi: 'điểm cơ sở', en: 'base point' },
  formula: { vi: 'công thức', en: 'formula' },
  changed_at: { vi: 'quy tắc đổi lúc', en: 'rules changed' },
  since: { vi: 'nguồn đổi lúc', en: 'source changed' },
};

export const thresholdFields = {
  percent: decimal({ vi: 'Lệch từ (%)', en: 'From (percent)' }, { required: true, min: 0, max: 1000, decimals: 1 }),
  points: decimal({ vi: 'Lệch từ (điểm)', en: 'From (points)' }, { required: true, min: 0, max: 100_000, decimals: 3 }),
};

const reviewKey = option({ vi: 'Loại việc cần xem', en: 'Kind of finding' }, REVIEW_LABELS, { required: true });

/** Findings of a page; the checklist carries the first page of each kind. */
export const FINDINGS_PER_PAGE = 200;
export const findingsParams = { ...yearMonthFields, key: reviewKey, ...pageFields(FINDINGS_PER_PAGE) };

/** Body of `POST /month-checklist/seen`. */
export const seenFields = {
  ...yearMonthFields,
  key: reviewKey,
  subject: text({ vi: 'Đối tượng', en: 'Subject' }, { required: true, max: 100 }),
  value: text({ vi: 'Giá trị', en: 'Value' }, { required: true, max: 4000 }),
  note: text({ vi: 'Ghi chú', en: 'Note' }, { required: true, max: 1000 }),
};

/** What should be settled before a month is closed. */
export const CHECKLIST_LABELS = {
  no_designer: { vi: 'Công việc chưa có người thiết kế', en: 'Jobs without a designer' },
  no_checker: { vi: 'Công việc chưa có người kiểm tra', en: 'Jobs without a checker' },
  no_customer: { vi: 'Công việc chưa có khách hàng', en: 'Jobs without a customer' },
  no_category: { vi: 'Công việc chưa có hạng mục', en: 'Jobs without a work category' },
  no_area: { vi: 'Công việc chưa có số tsubo', en: 'Jobs without a floor area' },
  unchecked: { vi: 'Công việc chưa được kiểm tra', en: 'Jobs that are not checked' },
  unchecked_indirects: { vi: 'Việc gián tiếp chưa được kiểm tra', en: 'Indirect work that is not checked' },
  issues: { vi: 'Công việc chưa tính được điểm ở lần tính gần nhất', en: 'Jobs without a result in the last calculation' },
  not_calculated: { vi: 'Công việc chưa có điểm', en: 'Jobs without points' },
  adjusted: { vi: 'Công việc được điều chỉnh tay', en: 'Adjusted jobs' },
  rules_unread: { vi: 'Người chưa đọc quy tắc mới của tháng', en: 'People who have not read the new rules of the month' },
  no_rating: { vi: 'Người chưa có hệ số pro', en: 'People without a pro rating' },
  crawl_errors: { vi: 'Công việc bị bỏ qua ở lần lấy dữ liệu gần nhất', en: 'Jobs skipped by the last crawl' },
  source_differences: { vi: 'Khác với nguồn ở lần đối chiếu gần nhất', en: 'Differences to the source in the last comparison' },
  source_waiting: { vi: 'Công việc nguồn đã đổi từ khi tháng bị khóa', en: 'Jobs that the source has changed since the month was locked' },
  open_questions: { vi: 'Thắc mắc chưa trả lời', en: 'Questions without an answer' },
  changed_statements: { vi: 'Phiếu điểm đổi sau khi đã xác nhận', en: 'Statements changed after they were confirmed' },
  unconfirmed_statements: {
    vi: 'Phiếu điểm chưa xác nhận (khi tháng đang xem lại)',
    en: 'Statements not confirmed (while the month is reviewed)',
  },
  silent_statements: {
    vi: 'Phiếu điểm hết hạn phản hồi, chưa ai xác nhận',
    en: 'Statements not confirmed when the time to answer was over',
  },
  ...REVIEW_LABELS,
} as const satisfies Record<string, Text>;
export type ChecklistKey = keyof typeof CHECKLIST_LABELS;
