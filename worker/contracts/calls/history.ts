import { users } from '../entities/users.ts';
import { date, type Fields, integer, option, ref, text } from '../fields.ts';
import { pageFields } from '../paging.ts';
import { SIGN_IN_KINDS } from './auth.ts';

/** Through what a record was written. */
export const HISTORY_SOURCES = {
  screen: { vi: 'Màn hình', en: 'Screen' },
  import: { vi: 'Nhập từ file', en: 'Import' },
  crawl: { vi: 'Lấy dữ liệu', en: 'Crawl' },
  calculation: { vi: 'Tính điểm', en: 'Calculation' },
  script: { vi: 'Chương trình', en: 'Script' },
} as const;

const PAGE = pageFields();
const PERIOD = { from: date({ vi: 'Từ ngày', en: 'From' }), to: date({ vi: 'Đến ngày', en: 'To' }) };
const user_id = ref(users.label, 'users');

/** Parameters of `GET history`. `entity` is an entity's name or a table's. */
export const HISTORY_PARAMS = {
  entity: text({ vi: 'Loại dữ liệu', en: 'Entity' }, { max: 64 }),
  id: integer({ vi: 'Mã số', en: 'Id' }, { min: 1 }),
  user_id,
  source: option({ vi: 'Nguồn', en: 'Source' }, HISTORY_SOURCES),
  ...PERIOD,
  ...PAGE,
} satisfies Fields;

export const SIGN_IN_PARAMS = {
  user_id,
  kind: option({ vi: 'Loại', en: 'Kind' }, SIGN_IN_KINDS),
  ...PERIOD,
  ...PAGE,
} satisfies Fields;

export const REFUSAL_PARAMS = { user_id, ...PAGE } satisfies Fields;

/** One write of a record. Times are YYYY-MM-DD HH:mm:ss, office time. */
export interface HistoryRow {
  id: number;
  /** The table. */
  entity: string;
  record_id: number;
  action: 'insert' | 'update' | 'delete';
  /** Who wrote; null for the system itself. */
  user_id: number | null;
  user_name: string | null;
  source: keyof typeof HISTORY_SOURCES;
  at: string;
  request_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Names of the columns that differ. */
  changed: string[];
}

/** A record's history as rows of the record's own columns, each as it was after that write, beside who wrote it. */
export type RecordHistoryRow = Omit<HistoryRow, 'user_id'> & Record<string, unknown> & { author_id: number | null };

export type SignInRow = {
  id: number;
  at: string;
  kind: keyof typeof SIGN_IN_KINDS;
  user_id: number | null;
  username: string | null;
  user_name: string | null;
  /** Who did it, where that was somebody else than the account's owner. */
  actor_id: number | null;
  actor_name: string | null;
  address: string | null;
  user_agent: string | null;
};

/** How often a person was refused a call with one status. Times are office time. */
export interface RefusalRow {
  id: number;
  user_id: number;
  username: string | null;
  user_name: string | null;
  /** Method and path as declared, such as `GET users/:id`. */
  route: string;
  status: number;
  count: number;
  first_at: string;
  last_at: string;
}
