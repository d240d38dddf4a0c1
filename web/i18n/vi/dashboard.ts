/** Words of the dashboard. */
export const dashboard = {
  views: 'Tổng quan theo',
  default: 'Mặc định',
  department: 'Phòng ban',
  pdf: 'Xuất PDF',
  nothing: 'Không có số liệu nào cho tháng và bộ lọc này.',
};
