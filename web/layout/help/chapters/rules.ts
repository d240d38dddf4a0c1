/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Quy tắc biến một việc thành điểm, theo thứ tự: định mức, hệ số quy mô, điểm cơ sở, công thức kết quả.

![Định mức](standards)

- **Định mức**: mỗi khách hàng và hạng mục có một mã quy mô và điểm chuẩn.
- **Hệ số quy mô**: theo số tsubo (hoặc cột khác) chọn một dòng của mã.
- **Công thức điểm cơ sở** và **Công thức kết quả**: viết như trong Excel, thử ngay với một việc thật.
- **Hệ số pro** và **Nội dung gián tiếp**: các lựa chọn của hai danh sách cùng tên.

## Quy tắc có ngày

1. Mỗi quy tắc có hiệu lực từ một tháng. Sửa từ tháng này thì các tháng trước giữ quy tắc cũ.
2. Bảng hệ số được thay cả bảng: hệ thống chép phiên bản cũ để bạn sửa.
3. Tháng đã khóa không đổi, dù quy tắc đổi.

**Ví dụ kiểm chứng** giữ những việc có điểm đã biết; thay đổi làm sai một ví dụ phải được xác nhận.
`;

export const en = `
Rules turn a job into points, in this order: standard, scale factor, base points, result formula.

![Standards](standards)

- **Standards**: each customer and category has a scale code and its standard points.
- **Scale factors**: the floor area, or another column, chooses a row of the code.
- **Formula base points** and **Formula results**: written as in Excel, tried on a real job at once.
- **Pro factors** and **Indirect notes**: the choices of the two lists.

## Rules have a date

1. Each rule counts from a month on. A change from this month leaves earlier months with the old rule.
2. A table of factors changes as a whole: its former version is copied for you to edit.
3. A locked month does not change with the rules.

**Worked examples** keep jobs whose points are known; a change that breaks one has to be accepted.
`;
