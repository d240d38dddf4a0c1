/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Mọi danh sách dùng giống nhau: lọc, chọn cột, lưu thành chế độ xem, sửa trong bảng, Excel hai chiều, và hoàn tác.

![Việc gián tiếp đang sửa trong bảng](grid)

## Tìm đúng những dòng cần

1. Ô **Tìm kiếm** tìm trong mọi cột chữ, không phân biệt dấu và chữ hoa. Không có trong những ngày đang chọn thì danh sách mời tìm trong mọi ngày.
2. **Tháng này** và **Tháng trước** chọn ngày nhanh. Bộ lọc nằm trong địa chỉ: gửi địa chỉ là gửi đúng những gì bạn đang xem.
3. Bấm tên cột để sắp xếp. Kéo mép tên cột để đổi độ rộng.
4. **Cột hiển thị**: ẩn, đổi chỗ, ghim cột bên trái; **Về mặc định** trả lại như cũ.

## Chế độ xem

1. Lọc và xếp cột như bạn muốn, mở **Chế độ xem**, rồi **Lưu thành chế độ xem mới**. Đặt tên và chọn ai dùng được.
2. Ngôi sao cạnh một chế độ xem: danh sách luôn mở với nó. **Mặc định** bỏ mọi thứ đã chọn.
3. Đổi bộ lọc khi đang ở một chế độ xem không làm hỏng nó: thay đổi là của riêng bạn cho đến khi chủ của nó lưu.

## Nhiều dòng một lúc

1. Đánh dấu các dòng, hoặc ô ở đầu bảng cho cả trang. Giữ Shift để chọn từ dòng này đến dòng kia.
2. Những gì làm được với các dòng đã chọn hiện ngay dưới bảng. Dòng nào không làm được thì vẫn được chọn và nêu lý do.

## Sửa trong bảng

1. Bấm **Sửa bảng**. Phím mũi tên và Tab để đi, gõ để sửa, Ctrl+D điền xuống, Ctrl+Z hoàn tác.
2. Chép một vùng ở Excel rồi dán vào; ô chỉ để đọc và dòng đã khóa được giữ nguyên, và được kể ra.
3. Ô màu đỏ chưa dùng được. Bấm **Lưu** để ghi tất cả một lần; dòng bị từ chối giữ nguyên giá trị bạn nhập.

## Excel

1. **Xuất Excel** cho đúng những dòng đang lọc, mọi trang.
2. **Nhập Excel** nhận lại chính tệp đó: chỉ ô đã sửa thay đổi. Hãy xem trước rồi mới ghi.
3. **Các lần nhập Excel** giữ kết quả của từng tệp và các dòng bị từ chối kèm lý do.

## Hoàn tác

1. Ngay sau khi lưu, xóa hay nhập: bấm Hoàn tác trong thông báo.
2. Muộn hơn: trang **Thao tác đã làm** kể mỗi lần ghi là một thao tác: đã làm gì, với bản ghi nào, và nút **Hoàn tác** trong dòng.
3. Dòng mà người khác đã sửa sau đó, dòng đã kiểm tra và tháng đã khóa được giữ nguyên và nêu tên.
`;

export const en = `
All lists work alike: filter, choose columns, keep them as a view, edit in the grid, Excel both ways, and undo.

![Indirect work, edited in the grid](grid)

## Find the rows you need

1. **Search** looks in every text column, without regard to accents and capitals. Where nothing is found in the chosen days, the list offers to search all.
2. **This month** and **Last month** choose days quickly. Filters are part of the address: send the address to show somebody what you see.
3. Press a column to sort. Drag the edge of a heading to change its width.
4. **Columns**: hide, move, pin to the left; **Back to default** gives the former ones back.

## Views

1. Filter and arrange as you like, open **Views**, then **Save as a new view**. Name it and choose who may use it.
2. The star beside a view: the list always opens with it. **List as it is** drops all that was chosen.
3. Changing filters inside a view does not spoil it: the changes are yours until its owner saves them.

## Many rows at once

1. Tick rows, or the box above the table for the whole page. Hold Shift to choose from one row to another.
2. What can be done with the chosen rows appears beneath the table. Rows that refuse stay chosen and say why.

## Edit in the grid

1. Press **Edit as grid**. Arrows and Tab move, typing edits, Ctrl+D fills down, Ctrl+Z undoes.
2. Copy a range in Excel and paste it; read-only cells and locked rows stay as they are, and are named.
3. A red cell can't be used yet. Press **Save** to write everything at once; a refused row keeps what you typed.

## Excel

1. **Export to Excel** has exactly the rows that are filtered, of all pages.
2. **Import Excel** takes that file back: only the cells that you changed change. Look at the preview before you write.
3. **Excel imports** keeps what came of each file, and its refused rows with their reasons.

## Undo

1. Right after saving, deleting or importing: press Undo in the notice.
2. Later: the page **Operations** lists each write as one operation: what was done, with which record, and **Undo** in its row.
3. A row that somebody changed since, checked rows and locked months stay as they are and are named.
`;
