/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Thông tin của bạn, mật khẩu, và khóa cho chương trình khác.

![Hồ sơ của tôi](profile)

- **Đổi mật khẩu** kết thúc các phiên khác của bạn.
- **Mã xác thực hai lớp**: đăng nhập cần thêm mã trên điện thoại. Hãy cất giữ các mã khôi phục.
- **Các phiên đăng nhập**: thiết bị lạ thì đăng xuất ngay ở đây.

## Excel và Power BI tự lấy dữ liệu

1. Ở **Mã truy cập**, bấm **Tạo mã truy cập**, đặt tên và ngày hết hạn. Mã chỉ hiện một lần.
2. Trong Excel: Dữ liệu, Từ web, dán địa chỉ hiện cùng khóa.
3. Chọn đăng nhập cơ bản: tên gì cũng được, mật khẩu là khóa. Sau này chỉ cần làm mới.

Mã chỉ đọc được những gì bạn được xem lúc đó, và không thay đổi được gì. Có thể giới hạn ở vài danh sách. Nghi bị lộ thì thu hồi; Admin thấy khóa của mọi người ở trang **Mã truy cập** và thu hồi được khóa nào cũng vậy.
`;

export const en = `
Your data, your password, and keys for other programs.

![My profile](profile)

- **Change password** ends your other sessions.
- **Two-step sign-in**: signing in needs a code of your phone too. Keep the recovery codes.
- **Sessions**: sign an unknown device out here at once.

## Excel and Power BI fetch by themselves

1. Under **Access keys**, press **Make an access key**, with a name and a last day. It is shown once.
2. In Excel: Data, From Web, paste the address that is shown with the key.
3. Choose basic sign-in: any user name, the key as password. From then on, refresh.

A key reads what you may see at that moment, and changes nothing. It can be limited to some lists. If it may have leaked, revoke it; Admins see everybody's keys on the page **Access keys** and can revoke any.
`;
