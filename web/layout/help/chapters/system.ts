/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Những gì hệ thống tự làm, và mọi thay đổi đã xảy ra.

![Hệ thống](system)

- **Hệ thống**: lần lấy dữ liệu, lần tính đêm và bản sao lưu gần nhất, mỗi mục có giới hạn. Vượt giới hạn thì Admin được báo.
- **Lịch sử thay đổi**: ai đổi gì, lúc nào, trước và sau; đăng nhập; những lần bị từ chối.
- **Thao tác đã làm**: mỗi lần lưu, nhập hay sửa hàng loạt là một thao tác và có thể hoàn tác. Dòng người khác đã sửa sau đó được giữ nguyên.
- Trang các lần nhập từ file: kết quả của từng file, dòng bị từ chối kèm lý do để sửa và gửi lại.
- **Bước đầu**: con đường từ trang trống đến tháng đầu tiên có điểm.
`;

export const en = `
What runs by itself, and every change that was made.

![System](system)

- **System**: the last crawl, nightly run and backup, each with a limit. Admins are told when one is passed.
- **History**: who changed what and when, before and after; sign-ins; refusals.
- **Operations**: each save, import or change of many is one operation and can be undone. A row that somebody changed since is kept.
- The page of past imports: what came of each file, and its refused rows with their reasons, to be mended and sent again.
- **First steps**: the way from an empty site to the first month with points.
`;
