import { useLocation } from 'react-router';
import type { Text } from '#contracts/text.ts';
import { useText } from '../../i18n/index.ts';
import { useRouteTitle } from '../../layout/title.ts';
import { PageLinks } from '../../ui/button.tsx';

type Section = Readonly<Record<'heading' | 'text', Text>>;

/** A public text page: the route's title, then the sections of its address. */
export function StaticPage() {
  const { t, lang } = useText();
  const { pathname } = useLocation();
  const others = [
    ['/home', t('app.to_dashboard')],
    ['/privacy-policy', t('route.privacy_policy')],
    ['/term-of-use', t('route.term_of_use')],
    ['/pricing', t('route.pricing')],
  ] as const;
  return (
    <article>
      <h1 className="mb-4 text-title font-semibold">{useRouteTitle()}</h1>
      {SECTIONS[pathname]?.map(({ heading, text }) => (
        <section key={heading.en} className="mb-4">
          <h2 className="mb-1 font-semibold">{heading[lang]}</h2>
          <p className="max-w-prose text-muted">{text[lang]}</p>
        </section>
      ))}
      <PageLinks links={others.filter(([path]) => path !== pathname)} />
    </article>
  );
}

const SECTIONS: Readonly<Record<string, readonly Section[]>> = {
  '/pricing': [
    {
      heading: { vi: 'Không mất phí', en: 'No charge' },
      text: {
        vi: 'Tensu là công cụ nội bộ của công ty. Nhân viên không trả phí; không có gói trả tiền và không có phần nào bị khóa theo phí.',
        en: "Tensu is the company's internal tool. Staff pay nothing; there are no paid plans and nothing is held back for a fee.",
      },
    },
    {
      heading: { vi: 'Ai được dùng', en: 'Who may use it' },
      text: {
        vi: 'Mỗi nhân viên một tài khoản. Bạn có thể đăng ký; tài khoản dùng được sau khi quản trị viên kích hoạt và cấp vai trò.',
        en: 'Each member of staff has one account. You may register; the account can be used once an administrator has activated it and given it a role.',
      },
    },
  ],
  '/privacy-policy': [
    {
      heading: { vi: 'Dữ liệu về bạn', en: 'What is kept about you' },
      text: {
        vi: 'Họ tên, tên đăng nhập, email, số điện thoại, mã nhân viên, khu vực, chức vụ, công ty, phòng ban, nhóm, vai trò và ảnh đại diện nếu bạn chọn. Ngoài ra là các công việc, điểm và lỗi được ghi cho bạn.',
        en: 'Your name, username, email, phone number, employee code, area, position, company, department, group, roles, and a picture if you choose one; and the jobs, points and mistakes that are recorded for you.',
      },
    },
    {
      heading: { vi: 'Nhật ký', en: 'Logs' },
      text: {
        vi: 'Mỗi lần ghi dữ liệu để lại ai ghi, lúc nào, trước và sau. Mỗi lần đăng nhập, bị từ chối hoặc đăng xuất được ghi cùng địa chỉ mạng và tên trình duyệt. Chỉ Admin xem được các nhật ký này; riêng lịch sử của khách hàng và việc điều chỉnh thì ai xem được bản ghi cũng xem được.',
        en: 'Every write leaves who wrote, when, before and after. Every sign-in, refusal and sign-out is recorded with the network address and the browser. Only Admins see these logs; the history of customers and of adjusted jobs is seen by whoever sees the record.',
      },
    },
    {
      heading: { vi: 'Mật khẩu và phiên', en: 'Passwords and sessions' },
      text: {
        vi: 'Mật khẩu chỉ được giữ dưới dạng không đọc ngược được. Trang web đặt một cookie duy nhất để giữ phiên đăng nhập, tối đa 14 ngày, và nhớ trong trình duyệt của bạn ngôn ngữ, giao diện và cách hiển thị. Không có quảng cáo, không có công cụ theo dõi của bên thứ ba.',
        en: 'Passwords are kept only in a form that cannot be read back. The site sets a single cookie, which keeps you logged in for at most 14 days, and remembers language, theme and layout in your browser. There are no advertisements and no third-party trackers.',
      },
    },
    {
      heading: { vi: 'Xem, sửa, xóa', en: 'Seeing, correcting, deleting' },
      text: {
        vi: 'Bạn xem và sửa thông tin của mình trong Hồ sơ của tôi, và kết thúc các phiên của mình ở đó. Muốn sửa phần chỉ Admin đổi được hoặc ngừng tài khoản, hãy báo quản trị viên.',
        en: 'You see and correct your details in My profile, where you also end your sessions. For what only an Admin changes, or to close an account, ask an administrator.',
      },
    },
  ],
  '/term-of-use': [
    {
      heading: { vi: 'Dành cho nhân viên', en: 'For staff' },
      text: {
        vi: 'Tensu dùng để ghi và tính điểm công việc trong công ty. Chỉ nhân viên được quản trị viên kích hoạt mới dùng được, cho công việc của công ty.',
        en: "Tensu records and calculates work points within the company. Only staff whom an administrator has activated may use it, for the company's work.",
      },
    },
    {
      heading: { vi: 'Tài khoản của bạn', en: 'Your account' },
      text: {
        vi: 'Tài khoản là của riêng bạn: không cho mượn, không dùng chung mật khẩu. Việc làm dưới tài khoản của bạn được ghi tên bạn. Thấy phiên đăng nhập lạ, hãy kết thúc phiên đó, đổi mật khẩu và báo quản trị viên.',
        en: 'An account is yours alone: do not lend it or share its password. What is done with it is recorded under your name. If you see a session that is not yours, end it, change your password and tell an administrator.',
      },
    },
    {
      heading: { vi: 'Dữ liệu', en: 'Data' },
      text: {
        vi: 'Dữ liệu khách hàng và công trình là của công ty; không đưa ra ngoài khi chưa được phép. Hãy ghi đúng số liệu: điểm của đồng nghiệp được tính từ đó.',
        en: 'Data on customers and buildings belongs to the company; do not pass it on without leave. Record figures truthfully: the points of your colleagues are calculated from them.',
      },
    },
    {
      heading: { vi: 'Tháng đã khóa', en: 'Locked months' },
      text: {
        vi: 'Số liệu của tháng đã khóa không sửa được cho đến khi được mở khóa, kèm lý do. Nếu thấy sai, hãy báo người phụ trách tính điểm.',
        en: 'Figures of a locked month cannot be changed until it is unlocked, with a reason. If you find a mistake, tell whoever calculates the points.',
      },
    },
  ],
};
