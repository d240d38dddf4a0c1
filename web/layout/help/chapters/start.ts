/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Từ trang trống đến tháng đầu tiên có điểm: tám bước, khoảng một giờ cho công ty 40 người, 25 khách hàng và 200 định mức.

![Bắt đầu sử dụng: mỗi bước nói còn thiếu gì](first-steps)

## Trước khi bắt đầu

1. Admin đầu tiên mở liên kết dùng một lần mà máy chủ in ra, rồi đặt mật khẩu.
2. Chuẩn bị danh sách người, khách hàng và định mức đang dùng. Chép từ Excel cũ sang tệp mẫu là nhanh nhất.

## Làm lần lượt trên trang Bắt đầu sử dụng

1. **Công ty và phòng ban**: công ty, chức vụ, phòng ban, nhóm. Chỉ Admin thấy trang này.
2. **Người dùng**: nhập mọi người từ tệp mẫu, rồi mở **Liên kết đặt mật khẩu**, tạo một tờ cho tất cả, in ra và cắt từng dải. Tài khoản được kích hoạt cùng lúc.
3. **Khách hàng và hạng mục công việc**: hạng mục trước, rồi khách hàng; nhiều hạng mục trong một ô cách nhau bằng dấu chấm phẩy.
4. **Công thức**: bấm **Lấy bộ công thức có sẵn** rồi sửa lại, hoặc nhập công thức của công ty. Thêm vài ví dụ có điểm đã biết để giữ cho công thức luôn đúng.
5. **Định mức và bảng hệ số quy mô**: mã quy mô của định mức là mã của công thức.
6. **Kết nối Base.vn**: bỏ qua nếu công việc đến từ Excel.
7. **Công việc đầu tiên**, rồi **Tính điểm lần đầu**.

## Nhập một tệp

1. Ở dòng của danh mục, tải tệp mẫu. Cột có dấu * là bắt buộc; dòng ví dụ, dòng tổng («Tổng», «合計» cùng các con số) và dòng chú thích («Ghi chú: …», «※ …») có thể để nguyên, hệ thống bỏ qua và nói rõ dòng nào.
2. Bấm nút Nhập Excel bên cạnh, chọn tệp. Xem trước cho thấy sẽ thêm, đổi và từ chối những gì mà chưa ghi. Tệp có tiêu đề riêng thì hệ thống hỏi mỗi cột là mục nào, đoán sẵn, và nhớ cho lần sau.
3. Tên chưa có trong danh mục được kể ra, mỗi tên một lần, và có thể tạo luôn.
4. Dòng bị từ chối tải về được kèm lý do: sửa ngay trong tệp đó rồi gửi lại.

![Xem trước một tệp định mức](first-import)

Mỗi bước tự đánh dấu khi dữ liệu đã đủ. **Bỏ qua bước này** để làm sau; bước đã bỏ qua vẫn mở lại được. Nhập nhầm thì hoàn tác ở trang Thao tác đã làm.
`;

export const en = `
From an empty site to the first month with points: eight steps, about an hour for 40 people, 25 customers and 200 standards.

![First steps: each says what is missing](first-steps)

## Before you begin

1. The first Admin opens the one-time link that the server printed, and sets a password.
2. Have the lists of people, customers and standards at hand. Copying them from an old workbook into the template is quickest.

## In order, on the page First steps

1. **Company and departments**: company, positions, departments, groups. Only Admins see this page.
2. **People**: import everybody from the template, then open **Password links**, make one sheet for all, print it and cut it into strips. The accounts are activated with it.
3. **Customers and work categories**: categories first, then customers; several categories in a cell are divided by semicolons.
4. **Formulas**: press **Take over the ready-made formulas** and edit them, or import your own. Add some examples whose points you know: they hold that the formulas stay right.
5. **Standards and scale tables**: the scale code of a standard is the code of its formula.
6. **Connection to Base.vn**: skip it if jobs come from Excel.
7. **First jobs**, then **First calculation**.

## Import a file

1. In the line of a list, download the template. Columns with a * are required; the example row, totals (“Total”, “合計” beside numbers) and notes (“Note: …”, “※ …”) may stay: they are passed over, and named.
2. Press Import Excel beside it and choose the file. The preview shows what would be made, changed and refused before anything is written. Of a file with headings of its own each column is asked for, with a guess that is remembered for the next one.
3. Names that no record has are listed once each, and can be created with the file.
4. Refused rows can be downloaded with their reasons: mend them in that file and send it again.

![The preview of a file of standards](first-import)

Each step ticks itself once its data is there. **Skip this step** to come back later; a skipped step can be opened again. A wrong import is undone on the page Operations.
`;
