import type { Column } from '../contract.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE } from '../labels.ts';
import type { Text } from '../text.ts';

const text = (key: string, vi: string, en: string): Column => ({ key, label: { vi, en }, kind: 'text' });
const PERSON = text('name', 'Họ tên', 'Full name');
const FIELD = text('field', 'Mục', 'Field');

/** What differs between two versions of a month's seal. */
export const SEAL_CHANGE_COLUMNS: readonly Column[] = [
  PERSON,
  FIELD,
  text('before', 'Bản trước', 'Version before'),
  text('after', 'Bản này', 'This version'),
];

/** What would be another figure today. */
export const DRIFT_COLUMNS: readonly Column[] = [
  PERSON,
  FIELD,
  text('sealed', 'Đã khóa', 'Sealed'),
  text('now', 'Nếu tính hôm nay', 'If computed today'),
  text('causes', 'Vì', 'Because of'),
];

/** What a recomputation found to be different. */
export const REPLAY_COLUMNS: readonly Column[] = [
  text('subject', 'Đối tượng', 'What'),
  FIELD,
  text('sealed', 'Đang lưu', 'Stored'),
  text('now', 'Tính lại', 'Computed again'),
];

/** What the fields of a sealed person are called that are no columns of the totals. */
export const SEALED_FIELD_LABELS: Readonly<Record<string, Text>> = {
  code: { vi: 'Mã', en: 'Code' },
  department: DEPARTMENT,
  department_group: DEPARTMENT_GROUP,
  active: { vi: 'Đang hoạt động', en: 'Active' },
  user: EMPLOYEE,
};
