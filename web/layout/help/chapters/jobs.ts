/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Mỗi dòng là một việc thiết kế của một công trình. Phần lớn đến từ Base.vn mỗi 15 phút; phần còn lại nhập tay hoặc nhập từ Excel.

![Danh sách việc trực tiếp](directs)

## Màu của dòng

- Vàng: lấy từ Base.vn, chưa ai sửa. Xanh: nhập tay hoặc đã sửa tay. Trắng: nhập từ Excel.
- Việc đã sửa tay không bị lần lấy dữ liệu sau ghi đè.

## Thêm hoặc sửa một việc

1. Bấm **Thêm**, hoặc mở một dòng.
2. Chọn khách hàng trước: hạng mục công việc chỉ hiện những gì khách hàng đó đặt.
3. Điểm hiện ngay khi đang nhập, theo quy tắc của tháng trả, và chỉ được lưu khi bạn bấm lưu.

## Lấy dữ liệu

1. Giờ lấy dữ liệu gần nhất nằm ở đầu danh sách; bấm vào đó để lấy ngay những gì mới ở Base.vn.
2. Trang các lần lấy dữ liệu nói việc nào bị bỏ qua và vì sao.
3. Việc của tháng đã khóa hoặc đã kiểm tra nằm chờ, và được ghi khi mở.

**Nhập Excel** xem trước mọi thay đổi rồi mới ghi. **Xuất Excel** cho đúng những dòng đang lọc; sửa trong Excel rồi nhập lại thì chỉ ô đã sửa thay đổi.
`;

export const en = `
Each row is a drawing job of one building. Most come from Base.vn every 15 minutes; the others are typed or imported from Excel.

![The list of jobs](directs)

## Colours of a row

- Yellow: from Base.vn, touched by nobody. Green: typed or edited by hand. White: imported from Excel.
- A job edited by hand is not overwritten by the next crawl.

## Add or edit a job

1. Press **Add**, or open a row.
2. Choose the customer first: the work categories are those that this customer orders.
3. Points appear while you type, by the rules of the month of return; they are saved with the form only.

## Fetch from Base.vn

1. The time of the last crawl stands above the list; press it to read what is new at Base.vn.
2. The page of crawls says which jobs were left out and why.
3. Jobs of a locked month, and checked ones, wait and are written once they are free.

**Import Excel** shows every change before it writes. **Export to Excel** has the rows that are filtered; edited in Excel and imported again, only the cells that you changed change.
`;
