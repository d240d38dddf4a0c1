import { column } from '../columns.ts';
import type { Column } from '../contract.ts';

const POINTS = { decimals: 3 };

/** The calculations of a month. */
export const RUN_COLUMNS: readonly Column[] = [
  column('created_at', { vi: 'Bắt đầu', en: 'Started' }, 'datetime'),
  column('status', { vi: 'Trạng thái', en: 'Status' }),
  column('user.name', { vi: 'Người tính', en: 'By' }),
  column('total', { vi: 'Số công việc', en: 'Jobs' }, 'integer'),
  column('changed', { vi: 'Thay đổi', en: 'Changed' }, 'integer'),
  column('failed', { vi: 'Chưa tính được', en: 'Without result' }, 'integer'),
  column('finished_at', { vi: 'Kết thúc', en: 'Finished' }, 'datetime'),
  column('message', { vi: 'Thông báo', en: 'Message' }),
];

/** The jobs that a calculation left without points. */
export const ISSUE_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Mã công việc', en: 'Task code', ja: '業務コード' }),
  column('bukkenmei', { vi: 'Tên công trình', en: 'Building', ja: '物件名' }),
  column('customer_name', { vi: 'Khách hàng', en: 'Customer', ja: '得意先' }),
  column('user_name', { vi: 'Người thiết kế', en: 'Designer', ja: '作業者' }),
  column('henkyaku_hi', { vi: 'Ngày trả', en: 'Return date', ja: '返却日' }, 'date'),
];

/** What a preview would change. The differences are the screen's own. */
export const CHANGE_COLUMNS: readonly Column[] = [
  column('name', { vi: 'Mã công việc', en: 'Task code', ja: '業務コード' }),
  column('customer_name', { vi: 'Khách hàng', en: 'Customer', ja: '得意先' }),
  column('user_name', { vi: 'Người thiết kế', en: 'Designer', ja: '作業者' }),
  column('old_design_point', { vi: 'Thiết kế: cũ', en: 'Design: old' }, 'decimal', POINTS),
  column('new_design_point', { vi: 'Thiết kế: mới', en: 'Design: new' }, 'decimal', POINTS),
  column('design_difference', { vi: 'Thiết kế: chênh lệch', en: 'Design: difference' }, 'decimal', POINTS),
  column('checker_name', { vi: 'Người kiểm tra', en: 'Checker', ja: 'チェック者' }),
  column('old_check_point', { vi: 'Kiểm tra: cũ', en: 'Check: old' }, 'decimal', POINTS),
  column('new_check_point', { vi: 'Kiểm tra: mới', en: 'Check: new' }, 'decimal', POINTS),
  column('check_difference', { vi: 'Kiểm tra: chênh lệch', en: 'Check: difference' }, 'decimal', POINTS),
];

/** Of both kinds of points, where there is room for one figure. */
export const CHANGE_DIFFERENCE = column('difference', { vi: 'Chênh lệch', en: 'Difference' }, 'decimal', POINTS);
