/** Why rules are not written. */
export const RULE_ERRORS = {
  version_missing: {
    status: 409,
    vi: 'Bảng này chưa có phiên bản từ tháng {month}. Hãy tạo cả phiên bản trước, rồi sửa từng dòng',
    en: 'This table has no version from {month}. Make the whole version first, then change its rows',
  },
  version_taken: {
    status: 409,
    code: 'conflict',
    vi: 'Quy tắc này đã có phiên bản từ tháng {month}. Hãy sửa phiên bản đó, hoặc chọn tháng khác',
    en: 'This rule has a version from {month} already. Change that one, or choose another month',
  },
  table_too_long: {
    status: 422,
    code: 'invalid',
    vi: 'Bảng này có {n} dòng, mà ở đây chỉ chép được bảng tối đa {max} dòng. Hãy xuất bảng ra Excel, ghi tháng vào mọi dòng rồi nhập vào quy tắc đang dùng',
    en: 'This table has {n} {n|row|rows}, and only tables of up to {max} are copied here. Export it, fill in the month of every row and import the file into the live rules',
  },
  too_many_cases: {
    status: 409,
    code: 'conflict',
    vi: 'Đã có 2.000 ví dụ kiểm chứng, là nhiều nhất có thể. Hãy xóa ví dụ không còn cần ở trang Ví dụ kiểm chứng rồi thêm lại',
    en: 'There are 2,000 worked examples, the most there may be. Delete some that are no longer needed on the page Worked examples, then add this one',
  },
  cases_broken: {
    status: 409,
    vi: 'Thay đổi này làm các ví dụ sau ra điểm khác: {cases}. Hãy sửa quy tắc, hoặc lưu lại với xác nhận chấp nhận',
    en: 'This change gives other points for the examples: {cases}. Correct the rule, or save again and accept it',
  },
  rules_changed: {
    status: 409,
    code: 'conflict',
    vi: 'Quy tắc tháng {month} vừa được sửa. Hãy xem lại bản mới rồi đánh dấu đã đọc',
    en: 'The rules of {month} have just been changed. Look at the new version, then mark it as read',
  },
} as const;
