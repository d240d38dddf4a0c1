/** Words of single pages, beside what their contracts say. */
export const page = {
  customer_incomplete: 'Khách hàng mới lấy về, cần bổ sung thông tin',
  standard_customer_locked: 'Không đổi được khách hàng của định mức đã lưu; hãy nhân bản để tạo cho khách hàng khác.',
  standard_choose: 'Bấm vào một dòng để chọn định mức cần nhân bản.',
  standard_scale_help: 'Chọn bảng hệ số quy mô và công thức theo mã này.',
  standard_tsubo_help: 'Để trống: chọn dòng khớp đầu tiên của mã quy mô.',
  standard_more: 'Thông tin thêm',
  condition_1: 'Điều kiện 1',
  condition_2: 'Điều kiện 2',
  base_points: 'Điểm cơ sở',
  formula_names: 'Biến và hàm dùng được',
  formula_names_help: 'Bấm vào một tên để chèn vào công thức đang soạn.',
  formula_variables: 'Biến',
  formula_functions: 'Hàm',
  formula_text: 'chữ, chỉ để so sánh',
  try_direct: 'Thử trên công việc',
  try_help:
    'Chọn một công việc có thật, hoặc bấm Thử rồi nhập giá trị cho các biến; giá trị nhập được dùng thay cho giá trị của công việc.',
  try_empty: 'Biến {name} chưa có giá trị',
  check_of: 'Kiểm tra dòng {id}',
};
