/** Words of the bell and the page of notices. */
export const inbox = {
  bell_unread: 'Thông báo: {n} chưa đọc',
  newest: 'Thông báo mới nhất',
  all: 'Xem tất cả',
  read_all: 'Đánh dấu đã đọc tất cả',
  unread: 'chưa đọc',
  empty: 'Bạn chưa có thông báo nào.',
};
