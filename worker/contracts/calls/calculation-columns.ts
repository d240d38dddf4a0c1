import { column } from '../columns.ts';
import type { Column } from '../contract.ts';

const POINTS = { decimals: 3 };

/** The calculations of a month. */
export const RUN_COLUMNS: readonly Column[] = [
  column('created_at', 'Bắt đầu', 'Started', 'datetime'),
  column('status', 'Trạng thái', 'Status'),
  column('user.name', 'Người tính', 'By'),
  column('total', 'Số công việc', 'Jobs', 'integer'),
  column('changed', 'Thay đổi', 'Changed', 'integer'),
  column('failed', 'Chưa tính được', 'Without result', 'integer'),
  column('finished_at', 'Kết thúc', 'Finished', 'datetime'),
  column('message', 'Thông báo', 'Message'),
];

/** The jobs that a calculation left without points. */
export const ISSUE_COLUMNS: readonly Column[] = [
  column('name', 'Mã công việc', 'Task code'),
  column('bukkenmei', 'Tên công trình', 'Property name'),
  column('customer_name', 'Khách hàng', 'Customer'),
  column('user_name', 'Người thiết kế', 'Designer'),
  column('henkyaku_hi', 'Ngày trả', 'Date returned', 'date'),
];

/** What a preview would change. The differences are the screen's own. */
export const CHANGE_COLUMNS: readonly Column[] = [
  column('name', 'Mã công việc', 'Task code'),
  column('customer_name', 'Khách hàng', 'Customer'),
  column('user_name', 'Người thiết kế', 'Designer'),
  column('old_design_point', 'Thiết kế: cũ', 'Design: old', 'decimal', POINTS),
  column('new_design_point', 'Thiết kế: mới', 'Design: new', 'decimal', POINTS),
  column('design_difference', 'Thiết kế: chênh lệch', 'Design: difference', 'decimal', POINTS),
  column('checker_name', 'Người kiểm tra', 'Checker'),
  column('old_check_point', 'Kiểm tra: cũ', 'Check: old', 'decimal', POINTS),
  column('new_check_point', 'Kiểm tra: mới', 'Check: new', 'decimal', POINTS),
  column('check_difference', 'Kiểm tra: chênh lệch', 'Check: difference', 'decimal', POINTS),
];
