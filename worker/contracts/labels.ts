import type { Text } from './text.ts';

/** Labels of filters and columns that several calls and screens share. */
export const DEPARTMENT: Text = { vi: 'Phòng ban', en: 'Department', ja: '部署' };
export const DEPARTMENT_GROUP: Text = { vi: 'Nhóm', en: 'Group', ja: 'グループ' };
export const EMPLOYEE: Text = { vi: 'Nhân viên', en: 'Employee', ja: '社員' };
/** The person's code here, which is the username; `employee_code` is the company's own. */
export const USER_CODE: Text = { vi: 'Mã người dùng', en: 'User code', ja: 'ユーザーコード' };
export const FROM_DAY: Text = { vi: 'Từ ngày', en: 'From' };
export const TO_DAY: Text = { vi: 'Đến ngày', en: 'To' };
export const UPDATED_FROM: Text = { vi: 'Cập nhật từ', en: 'Updated from' };
export const UPDATED_TO: Text = { vi: 'Cập nhật đến', en: 'Updated to' };
export const DAY: Text = { vi: 'Ngày', en: 'Date' };
export const THESE_JOBS: Text = { vi: 'Các công việc', en: 'These jobs' };
/** Units of what a filter lists. */
export const JOBS: Text = { vi: 'việc', en: 'jobs' };
export const PEOPLE: Text = { vi: 'người', en: 'people' };
export const PERSON_OF_JOB: Text = { vi: 'Thiết kế hoặc kiểm tra', en: 'Designed or checked by' };
export const ORDER: Text = { vi: 'Sắp xếp', en: 'Order' };

/** What the filter `…__empty` asks of a field. */
/** The filter by the check mark. */
export const CHECK_STATE = { vi: 'Kiểm tra', en: 'Check' } satisfies Text;
export const CHECKED_WORDS: Readonly<Record<0 | 1, Text>> = {
  1: { vi: 'Đã kiểm tra', en: 'Checked' },
  0: { vi: 'Chưa kiểm tra', en: 'Not checked' },
};
export const EMPTY_WORDS: Readonly<Record<0 | 1, Text>> = { 1: { vi: 'còn thiếu', en: 'missing' }, 0: { vi: 'đã có', en: 'present' } };
