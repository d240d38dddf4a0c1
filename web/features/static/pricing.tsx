import { StaticPage, type StaticSection } from './static-page.tsx';

export function Pricing() {
  return <StaticPage parts={PARTS} />;
}

const PARTS: readonly StaticSection[] = [
  {
    title: { vi: 'Không mất phí', en: 'No charge' },
    text: {
      vi: 'Tensu là công cụ nội bộ của công ty. Nhân viên không trả phí; không có gói trả tiền và không có phần nào bị khóa theo phí.',
      en: "Tensu is the company's internal tool. Staff pay nothing; there are no paid plans and nothing is held back for a fee.",
    },
  },
  {
    title: { vi: 'Ai được dùng', en: 'Who may use it' },
    text: {
      vi: 'Mỗi nhân viên một tài khoản. Bạn có thể đăng ký; tài khoản dùng được sau khi quản trị viên kích hoạt và cấp vai trò.',
      en: 'Each member of staff has one account. You may register; the account can be used once an administrator has activated it and given it a role.',
    },
  },
];
