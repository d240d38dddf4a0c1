import type { Column } from '../contract.ts';

const text = (key: string, vi: string, en: string): Column => ({ key, label: { vi, en }, kind: 'text' });
const points = (key: string, vi: string, en: string): Column => ({ key, label: { vi, en }, kind: 'decimal', decimals: 3 });

/** The calculations of a month. */
export const RUN_COLUMNS: readonly Column[] = [
  { key: 'created_at', label: { vi: 'Bắt đầu', en: 'Started' }, kind: 'datetime' },
  text('status', 'Trạng thái', 'Status'),
  text('user.name', 'Người tính', 'By'),
  { key: 'total', label: { vi: 'Số công việc', en: 'Jobs' }, kind: 'integer' },
  { key: 'changed', label: { vi: 'Thay đổi', en: 'Changed' }, kind: 'integer' },
  { key: 'failed', label: { vi: 'Chưa tính được', en: 'Without result' }, kind: 'integer' },
  { key: 'finished_at', label: { vi: 'Kết thúc', en: 'Finished' }, kind: 'datetime' },
  text('message', 'Thông báo', 'Message'),
];

/** The jobs that a calculation left without points. */
export const ISSUE_COLUMNS: readonly Column[] = [
  text('name', 'Mã công việc', 'Task code'),
  text('bukkenmei', 'Tên công trình', 'Property name'),
  text('customer_name', 'Khách hàng', 'Customer'),
  text('user_name', 'Người thiết kế', 'Designer'),
  { key: 'henkyaku_hi', label: { vi: 'Ngày trả', en: 'Date returned' }, kind: 'date' },
];

/** What a preview would change. The differences are the screen's own. */
export const CHANGE_COLUMNS: readonly Column[] = [
  text('name', 'Mã công việc', 'Task code'),
  text('customer_name', 'Khách hàng', 'Customer'),
  text('user_name', 'Người thiết kế', 'Designer'),
  points('old_design_point', 'Thiết kế: cũ', 'Design: old'),
  points('new_design_point', 'Thiết kế: mới', 'Design: new'),
  points('design_difference', 'Thiết kế: chênh lệch', 'Design: difference'),
  text('checker_name', 'Người kiểm tra', 'Checker'),
  points('old_check_point', 'Kiểm tra: cũ', 'Check: old'),
  points('new_check_point', 'Kiểm tra: mới', 'Check: new'),
  points('check_difference', 'Kiểm tra: chênh lệch', 'Check: difference'),
];
