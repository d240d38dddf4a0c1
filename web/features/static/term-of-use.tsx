import { StaticPage, type StaticSection } from './static-page.tsx';

export function TermOfUse() {
  return <StaticPage parts={PARTS} />;
}

const PARTS: readonly StaticSection[] = [
  {
    title: { vi: 'Dành cho nhân viên', en: 'For staff' },
    text: {
      vi: 'Tensu dùng để ghi và tính điểm công việc trong công ty. Chỉ nhân viên được quản trị viên kích hoạt mới dùng được, cho công việc của công ty.',
      en: "Tensu records and calculates work points within the company. Only staff whom an administrator has activated may use it, for the company's work.",
    },
  },
  {
    title: { vi: 'Tài khoản của bạn', en: 'Your account' },
    text: {
      vi: 'Tài khoản là của riêng bạn: không cho mượn, không dùng chung mật khẩu. Việc làm dưới tài khoản của bạn được ghi tên bạn. Thấy phiên đăng nhập lạ, hãy kết thúc phiên đó, đổi mật khẩu và báo quản trị viên.',
      en: 'An account is yours alone: do not lend it or share its password. What is done with it is recorded under your name. If you see a session that is not yours, end it, change your password and tell an administrator.',
    },
  },
  {
    title: { vi: 'Dữ liệu', en: 'Data' },
    text: {
      vi: 'Dữ liệu khách hàng và công trình là của công ty; không đưa ra ngoài khi chưa được phép. Hãy ghi đúng số liệu: điểm của đồng nghiệp được tính từ đó.',
      en: 'Data on customers and buildings belongs to the company; do not pass it on without leave. Record figures truthfully: the points of your colleagues are calculated from them.',
    },
  },
  {
    title: { vi: 'Tháng đã khóa', en: 'Locked months' },
    text: {
      vi: 'Số liệu của tháng đã khóa không sửa được cho đến khi được mở khóa, kèm lý do. Nếu thấy sai, hãy báo người phụ trách tính điểm.',
      en: 'Figures of a locked month cannot be changed until it is unlocked, with a reason. If you find a mistake, tell whoever calculates the points.',
    },
  },
];
