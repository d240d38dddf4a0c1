/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Từ xem lại đến khóa. Tháng đã khóa thì mọi con số đứng yên: báo cáo, phiếu điểm và tệp Excel đọc từ bản niêm phong.

![Tổng hợp điểm](total)

1. Ở **Phiếu điểm**, mở kỳ xem lại với một hạn. Mọi người được báo.
2. Theo dõi ai đã xác nhận, ai có thắc mắc, ai hết hạn mà chưa trả lời.
3. Đối chiếu với nguồn: trang các lần lấy dữ liệu so từng việc của tháng với Base.vn.
4. Ở **Đóng tháng** làm lần lượt các bước còn lại, rồi khóa tháng. Còn mục chưa xong thì ghi lý do.

Mở khóa cần lý do, và lần khóa sau là phiên bản mới; những gì đã sửa ở giữa được liệt kê. Mở 15 đến 240 phút, cho mình hoặc cho mọi người có quyền sửa, thì hết giờ tháng tự khóa lại: không sửa gì thì bản niêm phong cũ vẫn dùng và không ai được báo; có sửa thì người có điểm thay đổi được báo. Tháng đã khóa giao được cho **Bảng lương**: chọn các cột của tệp, xem các dòng đầu, rồi giao. Người có điểm mà chưa có mã nhân viên thì chưa giao được; mở khóa và khóa lại tháng thì tệp sau chỉ có phần chênh lệch.

**Tổng hợp khách hàng** cho số việc và số tsubo của từng khách hàng.
`;

export const en = `
From review to lock. In a locked month every figure stands still: reports, statements and files are read from the seal.

![Totals](total)

1. On **Statements**, open the review with a deadline. Everybody is told.
2. See who confirmed, who asked, and who let the deadline pass.
3. Compare with the source: the page of crawls compares each job of the month with Base.vn.
4. On **Close the month** do the steps that are left, one after the other, then lock. With open points a reason is asked.

Unlocking needs a reason, and the next lock is a new version; what was changed in between is listed. Unlocked for 15 to 240 minutes, for oneself or for all who may edit, the month locks itself again: where nothing was changed the seal stays and nobody is told, else those whose figures moved are. A locked month goes to **Payroll**: choose the columns of the file, look at its first rows, hand it over. People with points need an employee code first; after the month was unlocked and locked again, the next file has the differences only.

**Total customer** has number and floor area of each customer's jobs.
`;
