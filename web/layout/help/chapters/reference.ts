/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Các danh mục mà việc trực tiếp chọn từ đó.

![Khách hàng](customers)

- **Khách hàng**: mã, tên và những hạng mục họ đặt. Dòng được tô màu do lần lấy dữ liệu tạo ra và cần bổ sung.
- **Hạng mục công việc**: các loại bản vẽ.
- **Nhà thầu** và **Công trình**: thông tin để tra cứu.

1. Đổi tên khách hàng ở đây không sao: tên cũ của nguồn vẫn được nhận ra.
2. Cùng một khách hàng có hai dòng: gán tên ở trang Cài đặt Base.vn của mục **Cài đặt**, rồi xóa dòng thừa.
3. Dòng đang được dùng không xóa được; hệ thống nói được dùng ở đâu.
4. **Bảng kê giao hàng** ở dòng của khách hàng: những việc đã trả trong tháng, bằng tiếng Nhật, để in A4, lưu thành PDF hoặc xuất Excel. Không có tên người và điểm; tháng chưa khóa thì ghi là bản nháp.
`;

export const en = `
The lists that jobs choose from.

![Customers](customers)

- **Customers**: code, name and the categories they order. A highlighted row was made by the crawl and is to be completed.
- **Work categories**: the kinds of drawings.
- **Contractors** and **Constructions**: to look things up.

1. Renaming a customer here is fine: the source's former name is still recognized.
2. One customer in two rows: assign the name on the page Base.vn settings of **Settings**, then delete the other row.
3. A row in use can't be deleted; you are told where it is used.
4. **Deliveries** in the row of a customer: the jobs returned in a month, in Japanese, to be printed on A4, saved as PDF or exported to Excel. It has no people and no points; an open month is marked as a draft.
`;
