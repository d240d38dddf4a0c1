/** Words of the rule screens beside what their contracts say. */
export const rules = {
  case_passed: 'Đúng',
  case_failed: 'Khác',
  case_to: 'ra {design} / {check}',
  case_values: 'Số liệu của công việc',
  case_texts: 'Thông tin bằng chữ',
  case_now: 'Theo quy tắc hiện có',
  add_case: 'Thêm làm ví dụ',
  add_case_title: 'Thêm công việc làm ví dụ kiểm chứng',
  add_case_help:
    'Ví dụ giữ số liệu của công việc và điểm phải ra. Khi ai đó đổi quy tắc làm ví dụ ra điểm khác, hệ thống sẽ hỏi trước khi lưu.',
  cases_empty: 'Mở phần giải thích điểm của một công việc và chọn «Thêm làm ví dụ».',
};
