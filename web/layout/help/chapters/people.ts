/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Ai làm việc ở đâu và được làm gì.

![Người dùng](users)

1. Lập **Công ty**, **Phòng ban**, **Nhóm** và **Chức vụ** trước.
2. Ở **Người dùng**, thêm từng người hoặc nhập từ Excel. Mã và tên phải giống như ở Base.vn để việc tự khớp người.
3. Trao vai trò rồi kích hoạt; người mới nhận liên kết đặt mật khẩu dùng một lần. Người được tạo với mật khẩu tạm, hay quên mật khẩu, nhận liên kết qua thư từ menu ⋯ của họ. Nhiều người mới thì tạo một tờ liên kết từ trang Bắt đầu sử dụng, in ra và cắt từng dải.
4. Người nghỉ việc: tắt hoạt động. Việc và điểm cũ của họ giữ nguyên.

![Tờ liên kết đặt mật khẩu, mỗi người một dải](password-links)

- Admin: mọi thứ. Writer: nhập, tính và khóa. Checked: kiểm tra và khóa. Viewer: chỉ xem.
- Writer và Checked chỉ thấy tổng điểm của phòng mình.
- Chuyển phòng không đổi những việc đã làm: mỗi việc giữ phòng của lúc đó.
`;

export const en = `
Who works where and may do what.

![Users](users)

1. Make **Companies**, **Departments**, **Department groups** and **Positions** first.
2. On **Users**, add people one by one or from Excel. Code and name must be those of Base.vn, so that jobs find their people.
3. Give a role, then activate; a new person gets a link to set a password, which works once. Somebody made with a first password, or who forgot theirs, is mailed a link from their ⋯ menu. For many new people make one sheet from the page First steps, print it and cut it into strips.
4. Somebody who leaves: switch the account off. Jobs and points stay.

![The sheet of password links, a strip for each person](password-links)

- Admin: everything. Writer: enters, calculates, locks. Checked: checks and locks. Viewer: reads.
- Writer and Checked see the totals of their own department.
- Moving a person leaves former jobs alone: each keeps the department of its time.
`;
