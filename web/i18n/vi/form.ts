/** Words of every form. */
export const form = {
  saving: 'Đang lưu…',
  unsaved: 'Chưa lưu: {fields}',
  month_locked: 'Tháng {month} đã khóa nên không thể thay đổi bản ghi này.',
  month_locked_kept: 'Tháng {month} đã khóa: những gì bạn nhập vẫn còn đây nhưng chưa được lưu.',
  date_locked: 'Tháng {month} đã khóa; hãy chọn ngày trong tháng đang mở.',
  fill_in_failed: 'Không đọc được dữ liệu của {field} vừa chọn; hãy tự điền các mục còn lại.',
  conflict_title: 'Bản ghi vừa được người khác sửa',
  conflict_text: 'Bản mới được lưu lúc {time}. So sánh hai bản rồi chọn bản muốn giữ.',
  conflict_field: 'Mục',
  conflict_yours: 'Bạn nhập',
  conflict_now: 'Hiện tại',
  conflict_untouched: '(bạn không sửa)',
  conflict_mine: 'Lưu bản của tôi',
  conflict_theirs: 'Lấy bản mới',
  conflict_later: 'Để xem lại',
};
