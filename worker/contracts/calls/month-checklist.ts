import type { Text } from '../text.ts';

/** What should be settled before a month is closed. */
export const CHECKLIST_LABELS = {
  no_designer: { vi: 'Công việc chưa có người thiết kế', en: 'Directs without a designer' },
  no_checker: { vi: 'Công việc chưa có người kiểm tra', en: 'Directs without a checker' },
  no_customer: { vi: 'Công việc chưa có khách hàng', en: 'Directs without a customer' },
  no_category: { vi: 'Công việc chưa có hạng mục', en: 'Directs without a work category' },
  no_area: { vi: 'Công việc chưa có số tsubo', en: 'Directs without a floor area' },
  unchecked: { vi: 'Công việc chưa được kiểm tra (check)', en: 'Directs that are not checked' },
  unchecked_indirects: { vi: 'Việc gián tiếp chưa được kiểm tra (check)', en: 'Indirect work that is not checked' },
  issues: { vi: 'Công việc chưa tính được điểm ở lần tính gần nhất', en: 'Directs without a result in the last calculation' },
  not_calculated: { vi: 'Công việc chưa từng được tính điểm', en: 'Directs that were never calculated' },
  adjusted: { vi: 'Công việc được điều chỉnh tay', en: 'Adjusted directs' },
  no_rating: { vi: 'Người chưa có hệ số pro', en: 'People without a pro rating' },
  crawl_errors: { vi: 'Công việc bị bỏ qua ở lần lấy dữ liệu gần nhất', en: 'Jobs skipped by the last crawl' },
} as const satisfies Record<string, Text>;
export type ChecklistKey = keyof typeof CHECKLIST_LABELS;

export interface MonthChecklist {
  year: number;
  month: number;
  /** Points with a count above zero. */
  open: number;
  items: { key: ChecklistKey; count: number /** Address of the filtered list in the web app. */; link: string }[];
}
