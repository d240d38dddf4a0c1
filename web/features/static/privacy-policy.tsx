import { StaticPage, type StaticSection } from './static-page.tsx';

export function PrivacyPolicy() {
  return <StaticPage parts={PARTS} />;
}

const PARTS: readonly StaticSection[] = [
  {
    title: { vi: 'Dữ liệu về bạn', en: 'What is kept about you' },
    text: {
      vi: 'Họ tên, tên đăng nhập, email, số điện thoại, mã nhân viên, khu vực, chức vụ, công ty, phòng ban, nhóm, vai trò và ảnh đại diện nếu bạn chọn. Ngoài ra là các công việc, điểm và lỗi được ghi cho bạn.',
      en: 'Your name, username, email, phone number, employee code, area, position, company, department, group, roles, and a picture if you choose one; and the jobs, points and mistakes that are recorded for you.',
    },
  },
  {
    title: { vi: 'Nhật ký', en: 'Logs' },
    text: {
      vi: 'Mỗi lần ghi dữ liệu để lại ai ghi, lúc nào, trước và sau. Mỗi lần đăng nhập, bị từ chối hoặc đăng xuất được ghi cùng địa chỉ mạng và tên trình duyệt. Chỉ Admin xem được các nhật ký này; riêng lịch sử của khách hàng và việc điều chỉnh thì ai xem được bản ghi cũng xem được.',
      en: 'Every write leaves who wrote, when, before and after. Every sign-in, refusal and sign-out is recorded with the network address and the browser. Only Admins see these logs; the history of customers and of adjusted jobs is seen by whoever sees the record.',
    },
  },
  {
    title: { vi: 'Mật khẩu và phiên', en: 'Passwords and sessions' },
    text: {
      vi: 'Mật khẩu chỉ được giữ dưới dạng không đọc ngược được. Trang web đặt một cookie duy nhất để giữ phiên đăng nhập, tối đa 14 ngày, và nhớ trong trình duyệt của bạn ngôn ngữ, giao diện và cách hiển thị. Không có quảng cáo, không có công cụ theo dõi của bên thứ ba.',
      en: 'Passwords are kept only in a form that cannot be read back. The site sets a single cookie, which keeps you logged in for at most 14 days, and remembers language, theme and layout in your browser. There are no advertisements and no third-party trackers.',
    },
  },
  {
    title: { vi: 'Xem, sửa, xóa', en: 'Seeing, correcting, deleting' },
    text: {
      vi: 'Bạn xem và sửa thông tin của mình trong Hồ sơ của tôi, và kết thúc các phiên của mình ở đó. Muốn sửa phần chỉ Admin đổi được hoặc ngừng tài khoản, hãy báo quản trị viên.',
      en: 'You see and correct your details in My profile, where you also end your sessions. For what only an Admin changes, or to close an account, ask an administrator.',
    },
  },
];
