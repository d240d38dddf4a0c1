/** Words of the dashboard. */
export const dashboard = {
  views: 'Tổng quan theo',
  default: 'Mặc định',
  department: 'Phòng ban',
  pdf: 'Xuất PDF',
};
