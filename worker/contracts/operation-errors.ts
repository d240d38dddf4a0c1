/** Why an operation, or a row of it, is not undone. */
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
  other_rows: {
    status: 409,
    code: 'conflict',
    text: {
      vi: 'Bộ lọc nay có {n} bản ghi; hãy xem lại danh sách',
      en: 'The filters now match {n} {n|record|records}; look at the list again',
    },
  },
  operation_undone: {
    status: 409,
    code: 'conflict',
    text: { vi: 'Thao tác này đã được hoàn tác (thao tác số {id})', en: 'This operation was undone already (operation {id})' },
  },
  not_undoable: {
    status: 409,
    text: { vi: 'Không hoàn tác được: {why}', en: 'This cannot be undone: {why}' },
  },
} as const;
