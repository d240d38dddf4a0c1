/** Words of the dashboard. */
export const dashboard = {
  views: 'Tổng quan theo',
  default: 'Mặc định',
  department: 'Phòng ban',
  printed: 'In lúc {time} bởi {name} · {n} dòng',
  unfiltered: 'mọi phòng ban và nhóm được xem',
  pdf: 'Xuất PDF',
  nothing: 'Không có số liệu nào cho tháng và bộ lọc này.',
  nothing_here: 'Các dòng của trang này không có số liệu trong tháng.',
  largest_first: 'Xếp số liệu lớn nhất lên đầu',
};
