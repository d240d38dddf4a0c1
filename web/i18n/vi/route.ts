/** Titles of the pages that belong to no entity; also the words of the navigation. An entity's stand in its contract. */
export const route = {
  home: 'Tổng quan',
  login: 'Đăng nhập',
  register: 'Đăng ký',
  forgot_password: 'Quên mật khẩu',
  reset_password: 'Đặt lại mật khẩu',
  not_found: 'Không tìm thấy trang',
  profile: 'Hồ sơ của tôi',
  total: 'Tổng hợp điểm',
  total_customer: 'Tổng hợp khách hàng',
  calculate: 'Tính điểm',
  lock: 'Khóa màn hình',
  pricing: 'Chi phí',
  privacy_policy: 'Quyền riêng tư',
  term_of_use: 'Điều khoản sử dụng',
  history: 'Lịch sử thay đổi',
  crawls: 'Các lần lấy dữ liệu',
};
