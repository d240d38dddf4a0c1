import { contractOf } from '../contracts.ts';
import { flag } from '../fields.ts';
import { pageFields } from '../paging.ts';
import { ADMIN, EVERYONE, type Grant, STAFF } from '../roles.ts';
import { fill, type Lang, lowerFirstLetter, type Text } from '../text.ts';
import type { TotalRow } from './answers/totals.ts';
import { SYSTEM_CHECKS } from './system.ts';
import { TOTAL_COLUMNS } from './totals.ts';

interface NoticeContract extends Text {
  /** Where it leads in the app. */
  path: string;
  /** Who may still open that; everybody else sees that there was a notice, and nothing of it. */
  access: Grant;
}

const OWN_MONTH: Pick<NoticeContract, 'path' | 'access'> = { path: '/my-points?year={year}&month={month_number}', access: EVERYONE };

const IMPORT_RESULT: Pick<NoticeContract, 'path' | 'access'> = { path: '{list}?import={import_id}', access: STAFF };

/** What a person is told. `{…}` are filled from the notice's parameters; of a month also its `{year}`, `{month_number}` and, in two digits, `{mm}`, of an entity its `{list}`. */
export const NOTICES = {
  question_asked: {
    vi: '{name} có thắc mắc về tháng {month}',
    en: '{name} asks about {month}',
    path: '/questions/{question_id}',
    access: STAFF,
  },
  question_answered: {
    vi: 'Thắc mắc của bạn về tháng {month} đã được trả lời',
    en: 'Your question about {month} was answered',
    path: '/questions/{question_id}',
    access: EVERYONE,
  },
  job_adjusted: {
    vi: '{count} công việc của bạn được điều chỉnh điểm',
    en: '{count} of your jobs had {count|its|their} points adjusted',
    ...OWN_MONTH,
  },
  statement_changed: {
    vi: 'Điểm tháng {month} đã đổi sau khi bạn xác nhận',
    en: 'Your points of {month} changed after you confirmed them',
    ...OWN_MONTH,
  },
  review_opened: {
    vi: 'Tháng {month} đã mở để bạn xem lại, hạn {deadline}',
    en: '{month} is open for your review until {deadline}',
    ...OWN_MONTH,
  },
  review_ends: { vi: 'Ngày mai là hạn xem lại tháng {month}', en: 'Tomorrow is the last day to review {month}', ...OWN_MONTH },
  jobs_due: {
    vi: 'Việc đang làm của bạn: {today} việc hạn hôm nay, {late} việc quá hạn',
    en: 'Your jobs in hand: {today} due today, {late} late',
    path: '/my-points',
    access: EVERYONE,
  },
  month_locked: { vi: 'Tháng {month} đã khóa', en: '{month} was locked', ...OWN_MONTH },
  month_unlocked: {
    vi: 'Tháng {month} đã mở khóa, điểm có thể còn thay đổi',
    en: '{month} was unlocked; its points may change again',
    ...OWN_MONTH,
  },
  month_corrected: {
    vi: 'Tháng {month} đã sửa và khóa lại: {moved}',
    en: '{month} was corrected and locked again: {moved}',
    ...OWN_MONTH,
  },
  month_not_sealed: {
    vi: 'Tháng {month} đã hết giờ mở khóa nhưng chưa niêm phong lại được',
    en: 'The unlock of {month} has ended, but the month could not be sealed again yet',
    path: '/calculate?year={year}&month={month_number}',
    access: ADMIN,
  },
  /** Told until notices named the file and its outcome. */
  import_finished: { vi: 'Tệp của bạn đã nhập xong', en: 'Your import has finished', path: '{list}', access: STAFF },
  import_done: {
    vi: 'Đã nhập xong tệp «{file}»: thêm {inserted}, sửa {updated} dòng',
    en: 'The file «{file}» was imported: {inserted} {inserted|row|rows} added, {updated} changed',
    ...IMPORT_RESULT,
  },
  import_partly: {
    vi: 'Chỉ nhập được một phần tệp «{file}»: ghi {written} dòng, {failed} dòng chưa ghi',
    en: 'Only a part of the file «{file}» was imported: {written} {written|row|rows} written, {failed} not',
    ...IMPORT_RESULT,
  },
  import_failed: {
    vi: 'Không nhập được tệp «{file}», chưa ghi dòng nào',
    en: 'The file «{file}» could not be imported; nothing was written',
    ...IMPORT_RESULT,
  },
  registered: {
    vi: '{name} vừa đăng ký tài khoản; {count} tài khoản đang chờ bạn kích hoạt',
    en: '{name} registered; {count} {count|account waits|accounts wait} to be activated',
    path: '/users/{user_id}/view',
    access: ADMIN,
  },
  calculation_failed: {
    vi: 'Tính điểm tháng {month} bị lỗi',
    en: 'The calculation of {month} failed',
    path: '/calculate?year={year}&month={month_number}',
    access: ADMIN,
  },
  crawl_silent: {
    vi: 'Hơn 2 giờ chưa lấy được dữ liệu từ Base.vn',
    en: 'No crawl has succeeded for two hours',
    path: '/directs/crawls',
    access: ADMIN,
  },
  crawl_field: {
    vi: 'Base.vn: {missing} trên {jobs} công việc không có trường «{field}»',
    en: 'Base.vn: {missing} of {jobs} jobs lack the field «{field}»',
    path: '/directs/crawls',
    access: ADMIN,
  },
  source_changed: {
    vi: 'Nguồn đã đổi {count} công việc của tháng {month} đã khóa',
    en: 'The source changed {count} {count|job|jobs} of {month}, which is locked',
    path: '/directs/crawls?waiting={year}-{mm}',
    access: ADMIN,
  },
  source_missing: {
    vi: 'Nguồn không còn {count} công việc của tháng {month} đã khóa',
    en: 'The source no longer has {count} {count|job|jobs} of {month}, which is locked',
    path: '/calculate?year={year}&month={month_number}&tab=checklist',
    access: ADMIN,
  },
  token_ends: {
    vi: 'Mã truy cập «{name}» hết hạn ngày {day}',
    en: 'Your access key «{name}» ends on {day}',
    path: '/users/profile',
    access: EVERYONE,
  },
  backup_old: {
    vi: 'Sao lưu bị lỗi, hoặc bản mới nhất đã quá 26 giờ',
    en: 'The backup failed, or the newest one is older than 26 hours',
    path: '/system',
    access: ADMIN,
  },
  seal_differs: {
    vi: 'Dữ liệu của tháng đã khóa khác với bản niêm phong',
    en: 'A locked month differs from its seal',
    path: '/system',
    access: ADMIN,
  },
  many_refusals: {
    vi: '{name} bị từ chối {count} lần trong 10 phút',
    en: '{name} was refused {count} times in ten minutes',
    path: '/history/refusals',
    access: ADMIN,
  },
  job_dead: {
    vi: 'Có việc nền bị bỏ sau nhiều lần thử',
    en: 'A background job was given up',
    path: '/history/failed-jobs',
    access: ADMIN,
  },
  system_alert: { vi: 'Cần xem: {check}', en: 'Needs a look: {check}', path: '/system', access: ADMIN },
  system_mended: { vi: 'Đã ổn trở lại: {check}', en: 'Good again: {check}', path: '/system', access: ADMIN },
} as const satisfies Record<string, NoticeContract>;
export type NoticeKind = keyof typeof NOTICES;

export const NOTICE_PARAMS = {
  unread: flag({ vi: 'Chưa đọc', en: 'Unread' }),
  ...pageFields(),
};

/** Said of a notice about something that the reader can no longer see. */
export const HIDDEN_NOTICE: Text = { vi: 'Thông báo này không còn xem được', en: 'This notice can no longer be seen' };

type NoticeParams = Record<string, string | number>;

export function noticeText(kind: NoticeKind, params: NoticeParams, lang: Lang): string {
  const checks: Readonly<Record<string, { label: Text }>> = SYSTEM_CHECKS;
  const check = checks[String(params.check ?? '')]?.label[lang];
  const moved = params.moved && describeMoved(JSON.parse(String(params.moved)) as MovedFigure[], lang);
  return fill(NOTICES[kind][lang], { ...params, ...(check && { check }), ...(moved && { moved }) });
}

/** A figure of a person's month, before and after; null for none. */
export type MovedFigure = [key: keyof TotalRow, before: number | null, after: number | null];

/** 'tổng điểm 1: 12,5 → 13; …'. */
function describeMoved(moved: readonly MovedFigure[], lang: Lang): string {
  const format = (value: number | null) => (value === null ? '–' : String(value).replace('.', lang === 'vi' ? ',' : '.'));
  const labelOf = (key: string) => lowerFirstLetter(TOTAL_COLUMNS.find((column) => column.key === key)?.label[lang] ?? key);
  return moved.map(([key, before, after]) => `${labelOf(key)} ${format(before)} → ${format(after)}`).join('; ');
}

export function noticePath(kind: NoticeKind, params: NoticeParams): string {
  const [year, month] = String(params.month ?? '').split('-');
  const list = contractOf(String(params.entity ?? ''))?.path ?? '/home';
  return fill(NOTICES[kind].path, { ...params, year, mm: month, month_number: Number(month), list });
}
