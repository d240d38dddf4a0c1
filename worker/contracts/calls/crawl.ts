import { column, columns } from '../columns.ts';
import { defineList, type Relation } from '../contract.ts';
import { fieldFilters, fieldSorts } from '../field-filters.ts';
import { date, datetime, flag, integer, month, option, type RowOf, ref, text } from '../fields.ts';
import { STAFF } from '../roles.ts';
import { RUN_STATES } from './runs.ts';

export const CRAWL_STATUSES = { ...RUN_STATES, running: { vi: 'Đang lấy dữ liệu', en: 'Running' } } as const;

export const CRAWL_KINDS = {
  scheduled: { vi: 'Theo lịch', en: 'Scheduled' },
  on_demand: { vi: 'Theo yêu cầu', en: 'On demand' },
  sync_date: { vi: 'Ngày đồng bộ', en: 'Sync date' },
  pushed: { vi: 'Nguồn báo có thay đổi', en: 'Told by the source' },
} as const;
export type CrawlKind = keyof typeof CRAWL_KINDS;

const runFields = {
  kind: option({ vi: 'Loại', en: 'Kind' }, CRAWL_KINDS),
  status: option({ vi: 'Trạng thái', en: 'Status' }, CRAWL_STATUSES),
  full: flag({ vi: 'Lấy lại toàn bộ', en: 'Everything' }),
  requested_by: ref({ vi: 'Người yêu cầu', en: 'Requested by' }, 'users'),
  /** Jobs changed since then are read; null for all. */
  updated_from: datetime({ vi: 'Thay đổi từ', en: 'Changed since' }),
  /** Jobs the source announced so far; null when it did not. */
  total: integer({ vi: 'Số công việc ở nguồn', en: 'Jobs at the source' }),
  pages: integer({ vi: 'Số trang', en: 'Pages' }),
  jobs: integer({ vi: 'Đã đọc', en: 'Read' }),
  inserted: integer({ vi: 'Thêm mới', en: 'Inserted' }),
  updated: integer({ vi: 'Cập nhật', en: 'Updated' }),
  unchanged: integer({ vi: 'Không đổi', en: 'Unchanged' }),
  /** Jobs that were not written. */
  skipped: integer({ vi: 'Bỏ qua', en: 'Skipped' }),
  warnings: integer({ vi: 'Cảnh báo', en: 'Warnings' }),
  /** Pages that could not be read. */
  failed: integer({ vi: 'Trang lỗi', en: 'Failed pages' }),
  message: text({ vi: 'Thông báo', en: 'Message' }),
  finished_at: datetime({ vi: 'Kết thúc lúc', en: 'Finished at' }),
};

const STARTED = column('created_at', { vi: 'Bắt đầu lúc', en: 'Started at' }, 'datetime');
const RUN_COLUMNS = ['kind', 'status', 'inserted', 'updated', 'skipped', 'warnings', 'failed', 'message', 'finished_at'];
const requester: Relation = { kind: 'one', field: 'requested_by', entity: 'users', pick: ['id', 'name'] };

/** `GET crawls`, `GET crawls/{id}`: every crawl with its progress. `created_at` is its start, `updated_at` its last sign of life. */
export const crawlRuns = defineList({
  name: 'crawls',
  label: { vi: 'Lần lấy dữ liệu', en: 'Crawls' },
  fields: runFields,
  relations: { users: requester },
  columns: [STARTED, ...columns(runFields, RUN_COLUMNS)],
  filters: fieldFilters(runFields, ['id', 'kind', 'status', 'full', 'requested_by', 'created_at', 'finished_at', 'skipped', 'warnings']),
  sorts: fieldSorts(runFields).filter((name) => name !== 'message'),
  order: 'id DESC',
  access: { list: STAFF, get: STAFF },
});

/** A crawl as the API answers it; `message` in the caller's language. */
export type CrawlRun = RowOf<typeof runFields> & { users: { id: number; name: string } | null };

const CRAWL_FINDING_KINDS = {
  skipped: { vi: 'Bỏ qua', en: 'Skipped' },
  warning: { vi: 'Cảnh báo', en: 'Warning' },
  /** Of a field of the source, not of a job. */
  field: { vi: 'Trường ở nguồn', en: "Source's field" },
} as const;

const findingFields = {
  run_id: integer({ vi: 'Lần lấy dữ liệu', en: 'Crawl' }),
  kind: option({ vi: 'Loại', en: 'Kind' }, CRAWL_FINDING_KINDS),
  code: text({ vi: 'Mã lý do', en: 'Reason code' }),
  /** The direct that was left alone or written with something missing; null where there is none. */
  direct_id: integer({ vi: 'Công việc', en: 'Job' }),
  external_id: text({ vi: 'Mã nguồn', en: 'Source id', ja: '外部ID' }),
  name: text({ vi: 'Mã công việc', en: 'Task code', ja: '業務コード' }),
  /** Column of the direct. */
  column: text({ vi: 'Cột', en: 'Column' }),
  /** The source's form field that the value came from. */
  field: text({ vi: 'Trường ở nguồn', en: "Source's field" }),
  value: text({ vi: 'Giá trị', en: 'Value' }),
  reason: text({ vi: 'Lý do', en: 'Reason' }),
};

/** `GET crawls/{id}/skipped`: a row for each reason why a job was left out, or for what could not be placed in a direct that was written. */
export const crawlFindings = defineList({
  name: 'crawl_skipped',
  label: { vi: 'Công việc bị bỏ qua', en: 'Skipped jobs' },
  fields: findingFields,
  relations: {},
  columns: columns(findingFields, ['kind', 'external_id', 'name', 'column', 'value', 'reason']),
  filters: fieldFilters(findingFields, ['run_id', 'kind', 'code', 'external_id', 'column']),
  sorts: ['id', 'kind', 'code', 'external_id', 'name', 'column'],
  order: 'id ASC',
  access: { list: STAFF },
});

export type CrawlFinding = Omit<RowOf<typeof findingFields>, 'version' | 'created_at' | 'updated_at'>;

const WAITING_REASONS = {
  month_locked: { vi: 'Tháng đã khóa', en: 'Month locked' },
  record_checked: { vi: 'Đã kiểm tra', en: 'Checked' },
  removed: { vi: 'Đã lấy ra ở đây', en: 'Taken out here' },
  released: { vi: 'Sắp được ghi', en: 'About to be written' },
} as const;

const waitingFields = {
  external_id: text({ vi: 'Mã nguồn', en: 'Source id', ja: '外部ID' }),
  name: text({ vi: 'Mã công việc', en: 'Task code', ja: '業務コード' }),
  henkyaku_hi: date({ vi: 'Ngày trả', en: 'Return date', ja: '返却日' }),
  reason: option({ vi: 'Lý do', en: 'Reason' }, WAITING_REASONS),
  /** The locked month, YYYY-MM; null where the row is checked. */
  month: month({ vi: 'Tháng bị khóa', en: 'Locked month' }),
  since: datetime({ vi: 'Chờ từ', en: 'Since' }),
  /** The direct that would change; null for a job that is not there yet. */
  direct_id: integer({ vi: 'Công việc', en: 'Job' }),
  /** Who took it out here, by a deletion or an undo; `since` is when. */
  removed_by: ref({ vi: 'Người lấy ra', en: 'Taken out by' }, 'users'),
};

/**
 * `GET crawl_waiting`: jobs that are new or changed at the source and wait until their month is unlocked or their row is
 * unchecked; and those that were taken out here, until somebody brings them back.
 */
export const crawlWaiting = defineList({
  name: 'crawl_waiting',
  label: { vi: 'Công việc đang chờ', en: 'Waiting jobs' },
  fields: waitingFields,
  relations: { users: { kind: 'one', field: 'removed_by', entity: 'users', pick: ['id', 'name'] } },
  columns: columns(waitingFields, ['external_id', 'name', 'henkyaku_hi', 'reason', 'month', 'since', 'removed_by']),
  filters: fieldFilters(waitingFields, ['external_id', 'name', 'henkyaku_hi', 'reason', 'month', 'direct_id', 'removed_by']),
  sorts: ['id', 'external_id', 'name', 'henkyaku_hi', 'reason', 'month', 'since'],
  order: 'id ASC',
  access: { list: STAFF },
});

/** Body of `POST sync-base-data`. The day is today or later. */
export const syncFields = { date: date({ vi: 'Ngày đồng bộ', en: 'Sync date' }, { required: true }) };
