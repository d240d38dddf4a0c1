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

## Sửa nhiều dòng một lúc

1. Đánh dấu các dòng ở ô đầu dòng; giữ Shift để chọn cả một đoạn, hoặc bấm **Chọn tất cả** để lấy mọi dòng khớp với bộ lọc, kể cả ở trang khác.
2. Bấm **Sửa** ở thanh dưới bảng, rồi bấm vào mục cần đổi. Mục nào không bấm thì giữ nguyên; muốn xóa trắng một mục thì bấm hình cục tẩy.
3. Xem trước cho biết bao nhiêu dòng sẽ đổi, dòng nào không sửa được và vì sao. Chỉ khi bấm nút ghi thì dữ liệu mới đổi, và thông báo sau đó có nút hoàn tác.

Mọi danh sách đều làm như vậy. Dòng đã kiểm tra hoặc thuộc tháng đã khóa được nêu tên và giữ nguyên.

## Lấy dữ liệu

1. Giờ lấy dữ liệu gần nhất nằm ở đầu danh sách; bấm vào đó để lấy ngay những gì mới ở Base.vn.
2. Trang các lần lấy dữ liệu nói việc nào bị bỏ qua và vì sao.
3. Việc của tháng đã khóa hoặc đã kiểm tra nằm chờ, và được ghi khi mở.
4. Việc xóa ở đây mà còn ở Base.vn không tự trở lại: nó nằm chờ ở trang các lần lấy dữ liệu, cùng tên người đã xóa; một lần bấm là đưa về.

**Nhập Excel** xem trước mọi thay đổi rồi mới ghi. **Xuất Excel** cho đúng những dòng đang lọc; sửa trong Excel rồi nhập lại thì chỉ ô đã sửa thay đổi.

## Việc đang làm

Trang **Đang làm** chia các việc chưa có ngày trả theo hạn mong muốn: «Quá hạn» (hạn trước hôm nay), «Hạn hôm nay», «Hạn trong 7 ngày tới», «Hạn sau đó», «Chưa có hạn»; việc có ngày trả bản sửa nằm ở «Bản sửa bị trả lại». Mỗi việc ở đúng một phần. Số ngày trễ tính theo ngày làm việc; Admin ghi ngày nghỉ ở «Ngày nghỉ». Điểm không thay đổi vì trễ.
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

## Edit many rows at once

1. Tick the rows in front; hold Shift for a range, or press **Select all** to take every row that matches the filters, those of other pages too.
2. Press **Edit** in the bar below the table, then press what should change. What you do not press stays; the eraser empties a field.
3. The preview says how many rows change, which can't and why. Nothing is written before you press the last button, and the notice after it can undo.

Every list works like this. Checked rows and those of a locked month are named and stay as they are.

## Fetch from Base.vn

1. The time of the last crawl stands above the list; press it to read what is new at Base.vn.
2. The page of crawls says which jobs were left out and why.
3. Jobs of a locked month, and checked ones, wait and are written once they are free.
4. A job that is deleted here but not at Base.vn does not come back by itself: it waits on the page of crawls, with who deleted it; one press brings it back.

**Import Excel** shows every change before it writes. **Export to Excel** has the rows that are filtered; edited in Excel and imported again, only the cells that you changed change.

## Jobs in hand

The page **In hand** sorts the jobs without a return date by their desired deadline: “Late” (before today), “Due today”, “Due in the next 7 days”, “Due later”, “No desired deadline”; a job with a day of a returned correction is in “Returned corrections”. Each job is in one part. Days late are office days; an Admin names the holidays under “Holidays”. Being late changes no points.
`;
