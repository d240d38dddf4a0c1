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
4. Bằng Excel: xuất danh sách, đổi tháng ở các dòng cần đổi rồi nhập lại. Dòng có tháng khác trở thành phiên bản mới, dòng cũ giữ nguyên; của một bảng hệ số phải đổi tháng mọi dòng. Bản xem trước nói phiên bản nào sẽ được tạo.

## Thử trước khi áp dụng

1. Một phương án là bản nháp của quy tắc, do Admin lập: mở phương án rồi sửa trên chính các trang quy tắc. Quy tắc đang dùng không đổi cho đến khi áp dụng.
2. Chạy thử trên các tháng đã qua, kể cả tháng đã khóa, để xem ai tăng, ai giảm. Không điểm nào được ghi.
3. Áp dụng thì các thay đổi thành phiên bản từ tháng bạn chọn. Nếu quy tắc đã đổi trong lúc đó, hệ thống nói chỗ nào và không áp dụng gì.
4. Trang định mức so với thực tế, mở từ phương án, cho thấy khách hàng và hạng mục nào tốn nhiều hay ít phút hơn mức chung; một nút đưa định mức vừa mức vào phương án.

**Sổ quy tắc** của một tháng viết mọi quy tắc bằng lời để đọc và in; phần mới so với lần bạn đọc trước được đánh dấu.

Trang Ví dụ kiểm chứng, cũng trong mục Sổ quy tắc, giữ những việc có điểm đã biết; thay đổi làm sai một ví dụ phải được xác nhận.
`;

export const en = `
Rules turn a job into points, in this order: standard, scale factor, base points, result formula.

![Standards](standards)

- **Standards**: each customer and category has a scale code and its standard points.
- **Scale factors (坪)**: the floor area, or another column, chooses a row of the code.
- **Formula base points** and **Formula results**: written as in Excel, tried on a real job at once.
- **Pro factors** and **Indirect notes**: the choices of the two lists.

## Rules have a date

1. Each rule counts from a month on. A change from this month leaves earlier months with the old rule.
2. A table of factors changes as a whole: its former version is copied for you to edit.
3. A locked month does not change with the rules.
4. By Excel: export the list, change the month in the rows that change, and import it. A row with another month becomes a new version and the former one stays; of a table of factors every row takes the month. The preview says which versions would be made.

## Try before it counts

1. A scenario is a draft of rules that an Admin makes: open it and edit on the rule pages themselves. The live rules stay until it is promoted.
2. Try it over past months, locked ones too, to see who gains and who loses. No points are written.
3. Promoted, its changes become versions from the month you choose. Where rules changed meanwhile you are told where, and nothing is promoted.
4. The page Standards against reality, opened from the scenario, shows which customers and categories take more or fewer minutes than the office; a button gives the scenario a standard that fits.

The **Rule book** of a month says every rule in words, to read and to print; what is new since you last read it is marked.

The page Worked examples, also in Rule book, keeps jobs whose points are known; a change that breaks one has to be accepted.
`;
