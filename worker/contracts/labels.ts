import type { Text } from './text.ts';

/** Labels of filters and columns that several calls and screens share. */
export const DEPARTMENT: Text = { vi: 'Phòng ban', en: 'Department' };
export const DEPARTMENT_GROUP: Text = { vi: 'Nhóm', en: 'Department group' };
export const EMPLOYEE: Text = { vi: 'Nhân viên', en: 'Employee' };
export const FROM_DAY: Text = { vi: 'Từ ngày', en: 'From' };
export const TO_DAY: Text = { vi: 'Đến ngày', en: 'To' };
export const ORDER: Text = { vi: 'Sắp xếp', en: 'Order' };
