/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Phiếu điểm của chính bạn: tổng của tháng, từng dòng tạo nên nó, và mười hai tháng gần nhất.

![Điểm của tôi](my-points)

1. Chọn tháng. Số lớn là tổng điểm 2; bấm **Vì sao khác tháng trước?** để biết khác tháng trước ở đâu.
2. Mở từng loại để thấy từng việc; mỗi dòng có cách tính.
3. Khi tháng mở để xem lại: xác nhận trước hạn, hoặc gửi thắc mắc ở đúng dòng. Thiếu việc thì báo thiếu ở cuối phiếu.
4. Câu trả lời nằm ở trang **Thắc mắc** và ở chuông thông báo.

Im lặng đến hết hạn không phải là đồng ý: phiếu ghi là hết hạn phản hồi. Điểm đổi sau khi bạn xác nhận thì bạn được hỏi lại, cạnh số cũ và số mới. Tháng đã khóa không đổi nữa.
`;

export const en = `
Your own statement: the month's total, every line that it is made of, and the last twelve months.

![My points](my-points)

1. Choose the month. The large figure is total 2; press **Why?** to see what differs from the month before.
2. Open each kind to see its jobs; every line has its explanation.
3. While the month is under review: confirm before the deadline, or ask on the very line. A missing job is reported below.
4. The answer is on the page **Questions** and in the bell.

Silence until the deadline is no agreement: the statement says that nobody answered. Where a point changes after you confirmed, you are asked again beside the old and the new figure. A locked month changes no more.
`;
