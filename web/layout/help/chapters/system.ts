/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Những gì hệ thống tự làm, và mọi thay đổi đã xảy ra. Chỉ Admin xem được.

![Hệ thống](system)

## Hệ thống

1. **Các việc tự động**: lấy dữ liệu, tính đêm, sao lưu, thử phục hồi, hàng đợi và các mục khác. Mỗi mục có tuổi, kết quả lần cuối và giới hạn.
2. Mục vượt giới hạn có dấu cảnh báo và được báo ở chuông một lần; một lần nữa khi đã ổn trở lại.
3. **Lỗi trong 24 giờ** và **Yêu cầu chậm nhất trong 24 giờ** cho biết có gì đang hỏng hoặc chậm.
4. **Đọc lại** để xem số liệu của lúc này.

## Lịch sử thay đổi

1. **Lịch sử thay đổi**: ai đổi gì, lúc nào, trước và sau.
2. **Các lần đăng nhập**: ai vào, từ đâu; cả những lần đổi mật khẩu, email và mã truy cập.
3. **Các lần bị từ chối**: những gì có người thử mà không được phép.
4. **Việc nền thất bại**: việc đã thử nhiều lần mà không xong. Sửa nguyên nhân rồi chạy lại, hoặc đánh dấu đã xử lý.

Muốn trả lại giá trị cũ: dùng trang Thao tác đã làm, đừng sửa tay từng ô.
`;

export const en = `
What runs by itself, and every change that was made. For Admins only.

![System](system)

## System

1. **What runs by itself**: crawl, nightly calculation, backup, restore drill, queue and others. Each has its age, its last outcome and its limit.
2. What is beyond its limit is marked and told by the bell once, and once more when it is mended.
3. **Errors within 24 hours** and **Slowest calls within 24 hours** show what is broken or slow.
4. **Read again** for the figures of this moment.

## History

1. **History**: who changed what and when, before and after.
2. **Sign-ins**: who came in and from where; changes of passwords, addresses and access keys too.
3. **Blocked attempts**: what somebody tried without the right to.
4. **Failed jobs**: work that was tried several times without success. Mend the cause and run it again, or mark it as settled.

To bring former values back use the page Operations; do not type them cell by cell.
`;
