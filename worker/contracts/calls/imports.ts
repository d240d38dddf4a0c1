import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { flag, option, text } from '../fields.ts';
import type { Text } from '../text.ts';
import { ACCEPT_BROKEN_FIELDS } from './accept-broken.ts';
import type { ImportStatus } from './import-status.ts';

export const IMPORT_STATUS_LABELS = {
  queued: { vi: 'Đang chờ', en: 'Waiting' },
  reading: { vi: 'Đang đọc', en: 'Reading' },
  writing: { vi: 'Đang ghi', en: 'Writing' },
  done: { vi: 'Đã nhập', en: 'Imported' },
  failed: { vi: 'Chưa nhập được', en: 'Not imported' },
  cancelled: { vi: 'Đã hủy', en: 'Cancelled' },
} as const satisfies Record<ImportStatus, Text>;

/** The imports that were asked for. */
export const IMPORT_COLUMNS: readonly Column[] = [
  column('file_name', { vi: 'Tệp', en: 'File' }),
  column('list_name', { vi: 'Danh mục', en: 'List' }),
  column('state', { vi: 'Kết quả', en: 'Outcome' }),
  column('counts', { vi: 'Số dòng', en: 'Rows' }),
  column('user_name', { vi: 'Người nhập', en: 'By' }),
  column('created_at', { vi: 'Lúc', en: 'At' }, 'datetime'),
];

export const IMPORT_MAX_MB = 20;

export const IMPORT_MODES = {
  all_or_nothing: { vi: 'Chỉ ghi khi mọi dòng đều đúng', en: 'Import nothing if any row is wrong' },
  valid_rows: { vi: 'Ghi các dòng đúng, báo các dòng sai', en: 'Write the rows that are right, report the others' },
} as const satisfies Record<string, Text>;
export type ImportMode = keyof typeof IMPORT_MODES;

/** Rows of data in one file. */
export const IMPORT_MAX_ROWS = 100_000;

/** Characters of a mapping, of at most 300 columns. */
const MAX_MAPPING_LENGTH = 20_000;

/** Fields of `POST {entity}/import`, beside the file. */
export const importFields = {
  mode: option({ vi: 'Cách ghi', en: 'Mode' }, IMPORT_MODES),
  /** Name of the sheet to read; without it the first one that has rows. */
  sheet: text({ vi: 'Trang tính', en: 'Sheet' }, { max: 31 }),
  /** 1: says what would be made, changed and refused, and writes nothing. */
  dry_run: flag({ vi: 'Chỉ xem trước', en: 'Preview only' }),
  /** 1: makes the records whose names no record has, where the person may, and imports the file with them. */
  create_missing: flag({ vi: 'Tạo các tên chưa có', en: 'Create missing names' }),
  /** JSON of `{heading: field}` for a file whose headings are not the template's; '' passes a column over. */
  mapping: text({ vi: 'Ghép cột', en: 'Columns of the file' }, { max: MAX_MAPPING_LENGTH }),
  /** 1: also a column that no row needs is asked about, where its heading may be one of the template's. */
  ask_headings: flag({ vi: 'Hỏi về tiêu đề lạ', en: 'Ask about headings' }),
  ...ACCEPT_BROKEN_FIELDS,
};

/** How a record is made of its name alone. */
interface MadeByName {
  /** What the name goes into. */
  readonly fields: readonly string[];
  /** The field for the record that it belongs to, and the entity of that, which the row of the file has to name too. */
  readonly parent?: { readonly field: string; readonly entity: string };
}

/** Records that a file can make by naming them. */
export const MADE_BY_NAME: Readonly<Record<string, MadeByName>> = {
  customers: { fields: ['name'] },
  'work-categories': { fields: ['work_name'] },
  positions: { fields: ['name'] },
  companies: { fields: ['name'] },
  // What people call it is its code too, until somebody gives it another.
  departments: { fields: ['name', 'code'] },
  department_groups: { fields: ['group_name'], parent: { field: 'dept_id', entity: 'departments' } },
  indirect_note: { fields: ['content'] },
  contractors: { fields: ['name'] },
};

export const IMPORT_FILE_LABEL: Text = { vi: 'Tệp Excel', en: 'Excel file' };

export const MISSING_NAME_COLUMNS = {
  entity: { vi: 'Danh mục', en: 'List' },
  name: { vi: 'Tên trong tệp', en: 'Name in the file' },
  rows: { vi: 'Số dòng', en: 'Rows' },
} as const satisfies Record<string, Text>;

export const IMPORT_ERROR_COLUMNS = {
  row: { vi: 'Dòng', en: 'Row' },
  column: { vi: 'Cột', en: 'Column' },
  message: { vi: 'Lỗi', en: 'Error' },
} as const satisfies Record<string, Text>;

/** Heading of the column of reasons in the workbook of rejected rows. */
export const IMPORT_REASON_LABEL: Text = { vi: 'Lý do chưa ghi', en: 'Why it was not written' };
