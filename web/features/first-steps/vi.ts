/** Words of the first steps of a new company. */
export const steps = {
  intro:
    'Tám bước từ trang trống đến tháng đầu tiên có điểm. Mỗi bước tự đánh dấu xong khi dữ liệu đã đủ; bước nào chưa cần thì bỏ qua và mở lại sau.',
  progress: 'Đã xong {done} trên {total} bước',
  all_done: 'Mọi bước đã xong hoặc đã bỏ qua. Trang này vẫn ở đây khi cần.',
  lists_of: 'Danh mục của bước {step}',
  template_word: 'Tệp mẫu',
  template: 'Tệp mẫu: {name}',
  skip: 'Bỏ qua bước này',
  resume: 'Mở lại bước này',
  take_rules: 'Lấy bộ công thức có sẵn',
  take_title: 'Lấy bộ công thức có sẵn?',
  take_text:
    'Thêm công thức, điểm cơ sở và bảng hệ số quy mô cho các mã S1, I1, P1, K1, N1, E1 và M0. Mã đã có công thức thì giữ nguyên. Sau đó có thể sửa từng dòng, hoặc hoàn tác ở trang Thao tác đã làm.',
  taken: 'Đã thêm {results} công thức, {bases} dòng điểm cơ sở, {tsubos} dòng hệ số quy mô',
  open_source: 'Xem kết nối',
  open_calculation: 'Mở trang tính điểm',
};
