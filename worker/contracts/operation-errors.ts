/** Why many records are not written at once, and an operation, or a row of it, is not undone. */
export const OPERATION_ERRORS = {
  changed_since: {
    status: 409,
    code: 'conflict',
    text: { vi: '{by} đã sửa bản ghi này sau đó', en: '{by} changed this record afterwards' },
  },
  id_taken: {
    status: 409,
    code: 'conflict',
    text: { vi: 'Mã số của bản ghi này đã có bản ghi khác dùng', en: 'Another record has taken the id of this one' },
  },
  table_rows: {
    status: 409,
    code: 'conflict',
    text: {
      vi: 'Các dòng của bảng từ tháng {month} chỉ hoàn tác cùng nhau, mà bảng còn dòng khác phải giữ. Hãy sửa hoặc xóa phiên bản trên màn hình',
      en: 'The rows of the table from {month} are undone together, and others of it have to stay. Edit or delete the version on screen',
    },
  },
  table_too_long_to_undo: {
    status: 409,
    code: 'not_undoable',
    text: {
      vi: 'Thao tác này đã ghi một bảng {n} dòng, mà chỉ hoàn tác được bảng tối đa {max} dòng. Chưa có gì thay đổi; hãy sửa hoặc xóa phiên bản trên màn hình',
      en: 'This operation wrote a table of {n} rows, and only tables of up to {max} are undone. Nothing was changed; edit or delete the version on screen',
    },
  },
  other_rows: {
    status: 409,
    code: 'conflict',
    text: {
      vi: 'Bộ lọc nay có {n} bản ghi; hãy xem lại danh sách',
      en: 'The filters now match {n} {n|record|records}; look at the list again',
    },
  },
  rows_too_large: {
    status: 413,
    code: 'too_large',
    text: {
      vi: 'Các bản ghi này có nội dung quá dài để xử lý trong một lần. Hãy chọn ít bản ghi hơn',
      en: 'The texts of these records are too long to be handled at once. Choose fewer records',
    },
  },
  operation_undone: {
    status: 409,
    code: 'conflict',
    text: { vi: 'Thao tác này đã được hoàn tác (thao tác số {id})', en: 'This operation was undone already (operation {id})' },
  },
  undone_by_other: {
    status: 409,
    code: 'conflict',
    text: {
      vi: 'Thao tác mà lần hoàn tác này nhắm tới đã được hoàn tác bằng lần khác',
      en: 'The operation that this undo is about was undone by another one already',
    },
  },
  nothing_to_accept: {
    status: 409,
    code: 'conflict',
    text: {
      vi: 'Thao tác này không chờ ai chấp nhận: nó chưa dừng vì ví dụ, hoặc đã có người chấp nhận',
      en: 'This operation waits for nobody: it has not stopped at examples, or somebody accepted them already',
    },
  },
  not_undoable: {
    status: 409,
    text: { vi: 'Không hoàn tác được: {why}', en: 'This cannot be undone: {why}' },
  },
} as const;
