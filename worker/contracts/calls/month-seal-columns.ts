import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE } from '../labels.ts';
import type { Text } from '../text.ts';

const PERSON = column('name', 'Họ tên', 'Full name');
const FIELD = column('field', 'Mục', 'Field');

/** What differs between two versions of a month's seal. */
export const SEAL_CHANGE_COLUMNS: readonly Column[] = [
  PERSON,
  FIELD,
  column('before', 'Bản trước', 'Version before'),
  column('after', 'Bản này', 'This version'),
];

/** What would be another figure today. */
export const DRIFT_COLUMNS: readonly Column[] = [
  PERSON,
  FIELD,
  column('sealed', 'Đã khóa', 'Sealed'),
  column('now', 'Nếu tính hôm nay', 'If computed today'),
  column('causes', 'Vì', 'Because of'),
];

/** What a recomputation found to be different. */
export const REPLAY_COLUMNS: readonly Column[] = [
  column('subject', 'Đối tượng', 'What'),
  FIELD,
  column('sealed', 'Đang lưu', 'Stored'),
  column('now', 'Tính lại', 'Computed again'),
];

/** What the fields of a sealed person are called that are no columns of the totals. */
export const SEALED_FIELD_LABELS: Readonly<Record<string, Text>> = {
  code: { vi: 'Mã', en: 'Code' },
  department: DEPARTMENT,
  department_group: DEPARTMENT_GROUP,
  active: { vi: 'Đang hoạt động', en: 'Active' },
  user: EMPLOYEE,
};
