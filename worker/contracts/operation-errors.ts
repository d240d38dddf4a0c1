/** Why many records are not written at once, and an operation, or a row of it, is not undone. */
export const OPERATION_ERRORS = {
  changed_since: { status: 409, code: 'conflict', vi: '{by} đã sửa bản ghi này sau đó', en: '{by} changed this record afterwards' },
  id_taken: {
    status: 409,
    code: 'conflict',
    vi: 'Mã số của bản ghi này đã có bản ghi khác dùng',
    en: 'Another record has taken the id of this one',
  },
  table_rows: {
    status: 409,
    code: 'conflict',
    vi: 'Các dòng của bảng từ tháng {month} chỉ hoàn tác cùng nhau, mà bảng còn dòng khác phải giữ. Hãy sửa hoặc xóa phiên bản trên màn hình',
    en: 'The rows of the table from {month} are undone together, and others of it have to stay. Edit or delete the version on screen',
  },
  too_many_rules: {
    status: 422,
    code: 'invalid',
    vi: 'Thao tác này ghi {n} dòng quy tắc, mà mỗi lần chỉ ghi được tối đa {max} dòng. Chưa có gì thay đổi; hãy chọn ít dòng hơn',
    en: 'This writes {n} {n|row|rows} of rules, and at most {max} are written at once. Nothing was changed; choose fewer rows',
  },
  too_many_rules_to_undo: {
    status: 409,
    code: 'not_undoable',
    vi: 'Thao tác này đã ghi {n} dòng quy tắc, mà mỗi lần chỉ hoàn tác được tối đa {max} dòng. Chưa có gì thay đổi; hãy sửa hoặc xóa phiên bản trên màn hình',
    en: 'This operation wrote {n} {n|row|rows} of rules, and at most {max} are undone at once. Nothing was changed; edit or delete the version on screen',
  },
  other_rows: {
    status: 409,
    code: 'conflict',
    vi: 'Bộ lọc nay có {n} bản ghi; hãy xem lại danh sách',
    en: 'The filters now match {n} {n|record|records}; look at the list again',
  },
  rows_too_large: {
    status: 413,
    code: 'too_large',
    vi: 'Các bản ghi này có nội dung quá dài để xử lý trong một lần. Hãy chọn ít bản ghi hơn',
    en: 'The texts of these records are too long to be handled at once. Choose fewer records',
  },
  operation_undone: {
    status: 409,
    code: 'conflict',
    vi: 'Thao tác này đã được hoàn tác (thao tác số {id})',
    en: 'This operation was undone already (operation {id})',
  },
  not_undoable: { status: 409, vi: 'Không hoàn tác được: {why}', en: 'This cannot be undone: {why}' },
} as const;
