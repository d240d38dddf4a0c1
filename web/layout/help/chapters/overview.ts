/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Trang đầu tiên sau khi đăng nhập: việc và điểm của một tháng, theo người và theo phòng ban.

![Tổng quan](home)

- Chọn tháng và phòng ban ở trên; các con số là đường dẫn đến danh sách của chúng.
- Thẻ theo người và theo phòng ban có cùng số liệu; bấm tên cột để sắp xếp.
- Mỗi danh sách nhớ được bộ lọc, cột và thứ tự thành một chế độ xem, cho riêng bạn hoặc dùng chung.
- **Ctrl+K** tìm mọi thứ: việc, khách hàng, người, trang và cả hướng dẫn này.
- **?** mở hướng dẫn của trang đang xem.
`;

export const en = `
The first page after signing in: jobs and points of a month, by person and by department.

![Overview](home)

- Choose month and department above; the figures lead to their lists.
- The tabs by person and by department have the same figures; press a column to sort.
- Every list keeps filters, columns and order as a view, your own or shared.
- **Ctrl+K** finds everything: jobs, customers, people, pages and this manual too.
- **?** opens the manual of the page you are on.
`;
