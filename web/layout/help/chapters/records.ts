/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Ba danh sách bổ sung cho điểm của việc trực tiếp.

![Việc gián tiếp](indirect)

- **Việc gián tiếp**: công việc ngoài bản vẽ. Loại C được cộng vào tổng, loại K thì không.
- **Đánh giá pro**: hệ số của một người từ một ngày; tháng nào cũng dùng lần đánh giá gần nhất đến cuối tháng đó.
- **Lỗi**: điểm trừ. T là lỗi phát hiện trong công ty, N là lỗi khách hàng phát hiện.

1. Bấm **Thêm**, **Nhập Excel** khi có tệp, hoặc **Sửa bảng** để dán và sửa nhiều dòng ngay tại chỗ.
2. Ngày của dòng quyết định tháng. Tháng đã khóa không nhận thêm và không cho sửa.
3. Người kiểm tra bật công tắc ở đầu dòng khi đã xem; dòng đó không sửa được cho đến khi tắt.
`;

export const en = `
Three lists beside the points of jobs.

![Indirect work](indirect)

- **Indirect**: work that is no drawing. Type C counts, type K does not.
- **Pro**: a person's factor from a day on; a month uses the latest one until its end.
- **Mistake**: points that are taken away. T was found in the company, N by the customer.

1. Press **Add**, **Import Excel** where there is a file, or **Edit as grid** to paste and edit many rows in place.
2. The date of a row decides its month. A locked month takes no row and lets none be changed.
3. Checkers switch a row on once they have seen it; it can't be changed until it is switched off.
`;
