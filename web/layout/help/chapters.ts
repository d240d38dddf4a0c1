import type { Text } from '#contracts/text.ts';

/** One chapter of the manual: what it is called, the pages it is about, and other words that it is found by. */
export interface Chapter {
  readonly id: string;
  readonly title: Text;
  /** Addresses of pages; those below an address belong to it, unless another chapter names them. */
  readonly pages: readonly string[];
  readonly words: Text;
}

/** The manual in the order of its contents. */
export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'month',
    title: { vi: 'Một tháng từ đầu đến cuối', en: 'A month from beginning to end' },
    pages: ['/help'],
    words: { vi: 'vai trò quản lý kiểm tra người xem bắt đầu', en: 'roles manager checker viewer begin' },
  },
  {
    id: 'start',
    title: { vi: 'Bắt đầu sử dụng của công ty mới', en: 'First steps of a new company' },
    pages: ['/first-steps', '/users/password-links'],
    words: { vi: 'tệp mẫu nhập excel liên kết mật khẩu bộ công thức', en: 'template import excel password links ready-made formulas' },
  },
  {
    id: 'overview',
    title: { vi: 'Tổng quan và tìm kiếm', en: 'Overview and search' },
    pages: ['/home', '/notices'],
    words: { vi: 'biểu đồ thông báo phím tắt', en: 'charts notices shortcuts' },
  },
  {
    id: 'lists',
    title: { vi: 'Danh sách, sửa bảng và hoàn tác', en: 'Lists, the grid and undo' },
    pages: ['/operations', '/imports'],
    words: {
      vi: 'lọc cột chế độ xem dán excel nhiều dòng thao tác lần nhập',
      en: 'filter columns views paste excel many rows operations imports',
    },
  },
  {
    id: 'jobs',
    title: { vi: 'Việc trực tiếp', en: 'Jobs' },
    pages: ['/directs', '/directs/due'],
    words: {
      vi: 'lấy dữ liệu base.vn nhập excel xuất excel màu dòng đang làm quá hạn ngày nghỉ',
      en: 'crawl base.vn import export excel colours in hand late holidays',
    },
  },
  {
    id: 'records',
    title: { vi: 'Gián tiếp, pro và lỗi', en: 'Indirect work, pro and mistakes' },
    pages: ['/indirect', '/pro', '/mistake'],
    words: { vi: 'đánh giá hệ số C K T N', en: 'rating factor C K T N' },
  },
  {
    id: 'calculate',
    title: { vi: 'Tính điểm', en: 'Calculation' },
    pages: ['/months/:month?', '/calculate'],
    words: { vi: 'chưa tính được xem trước cách tính', en: 'no result preview explain' },
  },
  {
    id: 'checking',
    title: { vi: 'Kiểm tra và điều chỉnh tay', en: 'Checking and adjusting' },
    pages: ['/directs-techousei'],
    words: { vi: 'sửa điểm lần lượt techousei', en: 'edit points queue techousei' },
  },
  {
    id: 'points',
    title: { vi: 'Điểm của tôi và thắc mắc', en: 'My points and questions' },
    pages: ['/my-points', '/questions', '/users/:id/points'],
    words: { vi: 'phiếu điểm xác nhận phản hồi', en: 'statement confirm answer' },
  },
  {
    id: 'closing',
    title: { vi: 'Xem lại và khóa tháng', en: 'Review and lock' },
    pages: ['/statements', '/total', '/total-customer', '/payroll'],
    words: { vi: 'tổng hợp niêm phong mở khóa đối chiếu bảng lương', en: 'totals seal unlock compare payroll' },
  },
  {
    id: 'rules',
    title: { vi: 'Định mức và công thức', en: 'Standards and formulas' },
    pages: ['/standards', '/tsubo', '/formula-base-points', '/formula-results', '/propoint', '/indirectnote', '/rules'],
    words: { vi: 'quy tắc hệ số phiên bản ví dụ phương án sổ quy tắc', en: 'rules factors versions examples scenarios rule book' },
  },
  {
    id: 'people',
    title: { vi: 'Người dùng và tổ chức', en: 'People and organisation' },
    pages: ['/users', '/positions', '/companies', '/departments', '/department_groups'],
    words: { vi: 'vai trò mật khẩu phòng ban nhóm khóa tài khoản', en: 'roles password department group lock' },
  },
  {
    id: 'reference',
    title: { vi: 'Khách hàng và danh mục', en: 'Customers and lists' },
    pages: ['/customers', '/work-category', '/contractor', '/construction'],
    words: { vi: 'hạng mục nhà thầu công trình', en: 'categories contractors constructions' },
  },
  {
    id: 'source',
    title: { vi: 'Nối với Base.vn', en: 'Connecting Base.vn' },
    pages: ['/crawl-settings'],
    words: { vi: 'ánh xạ trường tên chưa khớp gán', en: 'field map names assign' },
  },
  {
    id: 'system',
    title: { vi: 'Hệ thống và lịch sử', en: 'System and history' },
    pages: ['/system', '/history'],
    words: { vi: 'sao lưu nhật ký đăng nhập bị từ chối việc nền', en: 'backup log sign-ins refusals failed jobs' },
  },
  {
    id: 'profile',
    title: { vi: 'Hồ sơ, bảo mật và mã truy cập', en: 'Profile, security and access keys' },
    pages: ['/users/profile', '/access-tokens'],
    words: { vi: 'mật khẩu power bi excel từ web mã xác thực', en: 'password power bi excel from web two-factor' },
  },
];

/** The text of a chapter, which is a file of its own. */
export const loadChapter = (id: string) => import(`./chapters/${id}.ts`) as Promise<Text>;

/** The chapter of a page: the one that names the longest beginning of its address. */
export function findChapter(path: string): Chapter | undefined {
  const at = path.split('/').filter(Boolean);
  const fits = (page: string) => {
    const parts = page.split('/').filter(Boolean);
    return parts.length <= at.length && parts.every((part, index) => part === at[index] || part.startsWith(':')) ? parts.length : 0;
  };
  const found = CHAPTERS.map((chapter) => ({ chapter, length: Math.max(...chapter.pages.map(fits)) }));
  const best = found.reduce((one, other) => (other.length > one.length ? other : one));
  return best.length > 0 ? best.chapter : undefined;
}
