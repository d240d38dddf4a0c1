/** Vietnamese and English, as `parse-chapter.ts` reads it. */
export const vi = `
Nơi xem lại từng điểm trước khi khóa tháng.

![Điều chỉnh tay](techousei)

## Kiểm tra lần lượt

1. Bấm **Kiểm tra** trong menu để mở các việc chưa kiểm tra của tháng này; muốn chọn việc khác thì lọc ở **Điều chỉnh tay** rồi bấm **Kiểm tra lần lượt**.
2. Mỗi màn hình là một việc, cạnh ba việc giống nhất. Space để kiểm tra và sang việc sau, mũi tên để chuyển, S để sửa điểm, Q để xem hoặc gửi thắc mắc.
3. Lỡ tay thì bấm Ctrl+Z: lần kiểm tra vừa rồi được bỏ và việc ấy hiện lại.
4. Rời đi rồi quay lại, bạn tiếp tục đúng việc đang xem.

## Kiểm tra nhiều việc một lúc

1. Lọc các việc cần kiểm tra, đánh dấu một dòng rồi bấm **Chọn tất cả**.
2. Bấm **Kiểm tra**, hoặc **Bỏ kiểm tra**, ở thanh dưới bảng.
3. Việc chưa có điểm, đã khóa hoặc không đổi được thì được nêu tên trước khi ghi; việc còn lại vẫn được chọn để xem tiếp.

## Sửa điểm

1. Bấm **Sửa điểm** để sửa ngay trong bảng, hoặc mở một việc.
2. Lưu một lần cho tất cả; dòng nào không ghi được thì nêu lý do và giữ giá trị bạn nhập.
3. Điểm đã sửa tay giữ nguyên ở các lần tính sau, và chủ của điểm được báo.

Kiểm tra việc chưa có điểm thì lần tính sau sẽ bỏ qua nó: hệ thống hỏi lại trước khi ghi.
`;

export const en = `
Where each point is looked at before the month is locked.

![Manual adjustments](techousei)

## Check one by one

1. Press **Check** in the menu for this month's jobs that are not checked; for others, filter on **Manual adjustments**, then press **Check one by one**.
2. Each screen is one job beside the three most similar ones. Space checks and goes on, arrows move, S edits the points, Q shows or asks the question.
3. Ctrl+Z takes the last check back and shows its job again.
4. Leave and come back: you go on at the same job.

## Check many jobs at once

1. Filter the jobs, tick one row, then press **Select all**.
2. Press **Check**, or **Uncheck**, in the bar below the table.
3. Jobs without points, of a locked month or refused are named before anything is written; what is left stays chosen.

## Edit points

1. Press **Edit points** to edit in the table, or open a job.
2. One save for all; a row that can't be written says why and keeps what you typed.
3. Points set by hand stay in later calculations, and their owner is told.

A job without points that is checked would be left out by the next calculation: you are asked first.
`;
