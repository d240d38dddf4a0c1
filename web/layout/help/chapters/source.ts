/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Nối Tensu với Base.vn Workflow, cho biết trường nào vào cột nào, và ai là ai.

![Cài đặt Base.vn](crawl-settings)

1. Ghi mã quy trình rồi bấm **Thử kết nối**. Mã truy cập do người quản trị máy chủ đặt, không hiện ở đây.
2. Xem một công việc thật: mỗi trường vào cột nào và sẽ thành giá trị gì. Chọn cột khác nếu cần. Chưa có gì được ghi.
3. Bấm **Lưu**. Cài đặt có hiệu lực từ lần lấy dữ liệu sau.
4. Muốn cả việc cũ theo cài đặt mới: **Lấy lại toàn bộ**.

**Tên chưa khớp**: tên người hoặc khách hàng ở nguồn chưa khớp với ai trong hệ thống. Gán một lần; các việc đang chờ được điền, việc của tháng đã khóa được điền khi mở khóa.
`;

export const en = `
Connects Tensu with Base.vn Workflow, says which field fills which column, and who is who.

![Base.vn settings](crawl-settings)

1. Type the workflow ids and press **Test the connection**. The access token is set by whoever runs the server and is not shown.
2. Look at one real job: where each field goes and what it becomes. Choose another column where needed. Nothing is written.
3. Press **Save**. The settings count from the next crawl on.
4. To have former jobs follow them: **Read everything again**.

**Names without a record**: people and customers of the source that nobody goes by here. Assign one once; jobs that wait are filled, those of a locked month once it is unlocked.
`;
