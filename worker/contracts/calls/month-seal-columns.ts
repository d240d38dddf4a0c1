import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE } from '../labels.ts';
import type { Text } from '../text.ts';

const PERSON = column('name', { vi: 'Họ tên', en: 'Full name', ja: '氏名' });
const FIELD = column('field', { vi: 'Mục', en: 'Field' });

/** What differs between two versions of a month's seal. */
export const SEAL_CHANGE_COLUMNS: readonly Column[] = [
  PERSON,
  FIELD,
  column('before', { vi: 'Bản trước', en: 'Version before' }, 'decimal'),
  column('after', { vi: 'Bản này', en: 'This version' }, 'decimal'),
];

/** What would be another figure today. */
export const DRIFT_COLUMNS: readonly Column[] = [
  PERSON,
  FIELD,
  column('sealed', { vi: 'Đã khóa', en: 'Sealed' }, 'decimal'),
  column('now', { vi: 'Nếu tính hôm nay', en: 'If computed today' }, 'decimal'),
  column('causes', { vi: 'Vì', en: 'Because of' }),
];

/** What a recomputation found to be different. */
export const REPLAY_COLUMNS: readonly Column[] = [
  column('subject', { vi: 'Đối tượng', en: 'What' }),
  FIELD,
  column('sealed', { vi: 'Đang lưu', en: 'Stored' }, 'decimal'),
  column('now', { vi: 'Tính lại', en: 'Computed again' }, 'decimal'),
];

/** What the fields of a sealed person are called that are no columns of the totals. */
export const SEALED_FIELD_LABELS: Readonly<Record<string, Text>> = {
  code: { vi: 'Mã', en: 'Code' },
  department: DEPARTMENT,
  department_group: DEPARTMENT_GROUP,
  active: { vi: 'Đang hoạt động', en: 'Active' },
  user: EMPLOYEE,
};
