/** Words of the dashboard. */
export const dashboard = {
  views: 'Tổng quan theo',
  default: 'Mặc định',
  department: 'Phòng ban',
  unfiltered: 'mọi phòng ban và nhóm được xem',
  pdf: 'Xuất PDF',
  nothing: 'Không có số liệu nào cho tháng và bộ lọc này.',
  measure: 'Số liệu của biểu đồ',
  series: 'Bốn chỉ số',
  change: '{sign}{n} ({sign}{percent} %) so với {month}',
  running: 'Chưa hết tháng · cả tháng {month}: {n}',
  running_month: '{month} chưa hết',
  no_before: '{month} chưa có số liệu',
  trend: '{measure} theo tháng',
  idle_people: '{n} người không có số liệu này trong tháng.',
  idle_departments: '{n} phòng ban không có số liệu này trong tháng.',
  show_all: 'Xem cả {n}',
  show_first: 'Chỉ xem {n} dòng đầu',
  counted_people:
    'Theo ngày trả. Tsubo, độ khó và số công việc tính cho người thiết kế; điểm và thời gian gồm cả phần thiết kế và phần kiểm tra của mỗi người.',
  counted_departments:
    'Theo ngày trả và phòng ban ghi ở công việc. Tsubo, độ khó và số công việc chỉ tính việc đã có người thiết kế; điểm và thời gian gồm cả phần thiết kế và phần kiểm tra.',
  tab_difference:
    '{measure} theo phòng ban của người: {people}; theo phòng ban của việc: {jobs}. Chênh {difference}: người của phòng cũng làm việc của phòng khác, và ngược lại.',
  trend_not_by_change: 'Không lọc được các tháng theo ngày cập nhật.',
};
