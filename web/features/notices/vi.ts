/** Words of the bell and the page of notices. */
export const inbox = {
  bell: 'Thông báo',
  bell_unread: 'Thông báo: {n} chưa đọc',
  newest: 'Thông báo mới nhất',
  all: 'Xem tất cả',
  read_all: 'Đánh dấu đã đọc tất cả',
  unread_only: 'Chỉ thông báo chưa đọc',
  unread: 'chưa đọc',
  empty: 'Bạn chưa có thông báo nào.',
  empty_unread: 'Không còn thông báo chưa đọc.',
  mail: 'Nhận email tổng hợp hằng ngày',
  mail_help: 'Mỗi ngày tối đa một thư lúc 17:00 khi còn thông báo chưa đọc. Thư chỉ có liên kết, không có điểm.',
};
