/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Mỗi tháng đi theo cùng một đường: lấy việc về, bổ sung, tính điểm, kiểm tra, cho mọi người xem lại, rồi khóa. Tháng của một việc là tháng của **Ngày trả**.

![Trang Tính điểm nói tháng đang ở đâu](calculate)

## Admin

1. Đầu tháng: trong mục **Cài đặt**, xem trang Hệ thống có mục nào đỏ không, và trang Cài đặt Base.vn có tên nào chưa khớp không.
2. Khi có khách hàng hay loại việc mới: thêm **Định mức** trước khi tính.
3. Cuối tháng: mở kỳ xem lại ở trang Phiếu điểm của mục **Tổng hợp**, trả lời **Thắc mắc**, rồi khóa.

## Quản lý (Writer)

1. Hằng ngày: mở **Việc trực tiếp**, bổ sung việc thiếu khách hàng, người thiết kế hoặc số tsubo.
2. Hằng tuần: nhập **Việc gián tiếp**, **Lỗi** và **Đánh giá pro** của phòng mình.
3. Sau mỗi lần tính: xem những việc chưa tính được và sửa nguyên nhân.

## Người kiểm tra (Checked)

1. Bấm **Kiểm tra** trong menu: những việc chưa kiểm tra của tháng này, từng việc một. Số bên cạnh là số việc còn lại.
2. Điểm nào không đúng thì sửa ngay tại chỗ và ghi lý do.
3. Việc đã kiểm tra không bị lần tính sau đổi nữa.

## Người xem (Viewer)

1. Xem **Điểm của tôi** bất cứ lúc nào.
2. Khi được báo tháng đã mở để xem lại: xác nhận, hoặc gửi thắc mắc đúng dòng bạn thấy sai.
`;

export const en = `
Every month takes the same way: jobs are fetched, completed, calculated, checked, looked at by everybody, then locked. The month of a job is that of its **Returned** date.

![The page Calculation says where the month stands](calculate)

## Admin

1. At the beginning: in **Settings**, see whether anything is red on the page System, and whether Base.vn settings lists names without a record.
2. For a new customer or kind of work: add its **Standards** before calculating.
3. At the end: open the review on the page Statements of **Totals**, answer **Questions**, then lock.

## Manager (Writer)

1. Every day: open **Jobs** and complete those without customer, designer or floor area.
2. Every week: enter **Indirect**, **Mistake** and **Pro** of your department.
3. After each calculation: look at the jobs without a result and mend the cause.

## Checker (Checked)

1. Press **Check** in the menu: this month's jobs that are not checked, one by one. The number beside it is how many are left.
2. Correct a wrong point where you see it, with a reason.
3. A checked job is not changed by later calculations.

## Viewer

1. Look at **My points** whenever you like.
2. When a month is opened for review: confirm it, or ask about the very line that looks wrong.
`;
