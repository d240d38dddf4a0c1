/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Tính điểm thiết kế và điểm kiểm tra của mọi việc trong tháng, theo quy tắc của tháng đó. Hệ thống tự tính mỗi đêm lúc 01:30; bấm khi bạn cần ngay.

![Tính điểm](calculate)

1. Chọn tháng. Trang nói tháng có bao nhiêu việc, bao nhiêu việc đã có điểm và đã kiểm tra.
2. Bấm **Xem trước** để thấy điểm nào sẽ đổi mà chưa ghi gì, rồi áp dụng.
3. Hoặc bấm **Tính điểm**. Người khác vẫn làm việc bình thường; điểm của cả tháng đổi cùng một lúc.
4. Việc chưa tính được nêu theo nguyên nhân: thiếu định mức, thiếu công thức, ô còn trống. Sửa nguyên nhân rồi tính lại.

Việc đã kiểm tra, việc đã điều chỉnh tay và tháng đã khóa không bị tính lại. Muốn biết một điểm từ đâu ra: mở việc đó và xem cách tính.

Thẻ **Trước khi khóa tháng** liệt kê những gì nên xem: người có tổng khác thường, việc có điểm bằng 0, thắc mắc chưa đóng.
`;

export const en = `
Computes the design and check points of every job of the month, by that month's rules. It runs by itself at 01:30 each night; press when you need it now.

![Calculation](calculate)

1. Choose the month. The page says how many jobs it has, how many have points and are checked.
2. Press **Preview** to see which points would change before anything is written, then apply it.
3. Or press **Calculate**. Others go on working; the points of the whole month change at one moment.
4. Jobs without a result are grouped by cause: no standard, no formula, an empty field. Mend the cause, then calculate again.

Checked jobs, adjusted jobs and locked months are not calculated again. To learn where a point comes from, open the job and its explanation.

The tab **Before closing the month** lists what to look at: people with an unusual total, jobs with zero points, open questions.
`;
