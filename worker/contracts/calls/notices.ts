import { flag } from '../fields.ts';
import { pageFields } from '../paging.ts';
import { fill, type Lang, type Text } from '../text.ts';

/** What a person is told. `{…}` are filled from the notice's parameters. */
const NOTICES = {
  question_asked: { vi: '{name} có thắc mắc về tháng {month}', en: '{name} asks about {month}' },
  question_answered: { vi: 'Thắc mắc của bạn về tháng {month} đã được trả lời', en: 'Your question about {month} was answered' },
  job_adjusted: { vi: '{count} công việc của bạn được điều chỉnh điểm', en: 'Points of {count} of your jobs were adjusted' },
  statement_changed: {
    vi: 'Điểm tháng {month} đã đổi sau khi bạn xác nhận',
    en: 'Your points of {month} changed after you confirmed them',
  },
  review_opened: {
    vi: 'Tháng {month} đã mở để bạn xem lại, hạn {deadline}',
    en: '{month} is open for your review until {deadline}',
  },
  review_ends: { vi: 'Ngày mai là hạn xem lại tháng {month}', en: 'Tomorrow is the last day to review {month}' },
  month_locked: { vi: 'Tháng {month} đã khóa', en: '{month} was locked' },
  import_finished: { vi: 'Nhập từ file của bạn đã xong', en: 'Your import has finished' },
  calculation_failed: { vi: 'Tính điểm tháng {month} bị lỗi', en: 'The calculation of {month} failed' },
  crawl_silent: { vi: 'Hơn 2 giờ chưa lấy được dữ liệu từ Base.vn', en: 'No crawl has succeeded for two hours' },
  backup_old: { vi: 'Bản sao lưu mới nhất đã quá 26 giờ', en: 'The newest backup is older than 26 hours' },
  many_refusals: { vi: '{name} bị từ chối {count} lần trong 10 phút', en: '{name} was refused {count} times in ten minutes' },
  job_dead: { vi: 'Có việc nền bị bỏ sau nhiều lần thử', en: 'A background job was given up' },
} as const satisfies Record<string, Text>;
export type NoticeKind = keyof typeof NOTICES;

export const NOTICE_PARAMS = {
  unread: flag({ vi: 'Chưa đọc', en: 'Unread' }),
  ...pageFields(200),
};

export interface Notice {
  id: number;
  kind: NoticeKind;
  /** The sentence in the reader's language; a general one where what it was about can no longer be seen. */
  text: string;
  /** Path in the app; null where there is nothing to open any more. */
  link: string | null;
  at: string;
  read_at: string | null;
}

/** Said of a notice about something that the reader can no longer see. */
export const HIDDEN_NOTICE: Text = { vi: 'Thông báo này không còn xem được', en: 'This notice can no longer be seen' };

const DATED = new Set(['month', 'deadline']);

export function noticeText(kind: NoticeKind, params: Record<string, string | number>, lang: Lang): string {
  // Months and days are written on screen with strokes.
  const written = Object.entries(params).map(([name, value]) => [name, DATED.has(name) ? String(value).replaceAll('-', '/') : value]);
  return fill(NOTICES[kind][lang], Object.fromEntries(written));
}
