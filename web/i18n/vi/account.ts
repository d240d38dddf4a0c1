/** Words of the pages around an account: registering, forgotten passwords, the locked screen. */
export const account = {
  register_text: 'Tài khoản mới dùng được sau khi quản trị viên kích hoạt và cấp vai trò.',
  mobile_help: 'Số này sẽ là tên đăng nhập của bạn.',
  password_help: 'Ít nhất 8 ký tự, có chữ hoa, chữ thường và chữ số.',
  to_login: 'Về trang đăng nhập',
  forgot_text: 'Nhập email của tài khoản; chúng tôi gửi đến đó liên kết để đặt mật khẩu mới.',
  send_link: 'Gửi liên kết',
  link_sent: 'Kiểm tra hộp thư của bạn',
  failure: 'Failure',
  no_answer: 'Máy chủ không trả lời như mong đợi. Hãy thử lại sau.',
  link_incomplete: 'Liên kết chưa đầy đủ. Hãy mở đúng liên kết trong thư, hoặc yêu cầu liên kết mới.',
  confirm_email_text: 'Bấm nút dưới đây để dùng địa chỉ email mới cho tài khoản Tensu của bạn.',
  set_password: 'Đặt mật khẩu',
  new_link: 'Yêu cầu liên kết mới',
  lock_screen: 'Khóa màn hình',
  lock_text: 'Màn hình đang khóa. Nhập mật khẩu để tiếp tục.',
  other_account: 'Đăng nhập bằng tài khoản khác',
};
