import { column, columns } from '../columns.ts';
import type { Column } from '../contract.ts';
import { date, type Fields, text } from '../fields.ts';

/** What a form for an access token asks; lists that limit it are given by programs only. */
export const ACCESS_TOKEN_FIELDS = {
  name: text({ vi: 'Tên khóa', en: 'Name of the key' }, { required: true, max: 100 }),
  expires_at: date({ vi: 'Ngày hết hạn', en: 'Last day' }, { required: true }),
} satisfies Fields;

/** Columns of the page of everybody's tokens. */
export const OWNED_TOKEN_COLUMNS: readonly Column[] = [
  column('user_name', { vi: 'Chủ khóa', en: 'Owner' }),
  ...columns(ACCESS_TOKEN_FIELDS, ['name']),
  column('lists', { vi: 'Danh sách được đọc', en: 'Lists it may read' }),
  ...columns(ACCESS_TOKEN_FIELDS, ['expires_at']),
  column('last_use', { vi: 'Dùng lần cuối', en: 'Last used' }),
];
