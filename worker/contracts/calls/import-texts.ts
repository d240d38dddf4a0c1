import type { Text } from '../text.ts';
import { IMPORT_VERSION_TEXTS } from './import-version-texts.ts';

/** Sentences of an import as a whole and of its rows; `{…}` are filled in. Of a row that may not be written (`Conflict`) the others are the API's errors. */
export const IMPORT_TEXTS = {
  missing_columns: { vi: 'Tệp thiếu các cột bắt buộc: {columns}', en: 'The file lacks required columns: {columns}' },
  unknown_columns: {
    vi: 'Các cột không nhận ra: {columns}; cột nào cần dùng thì đổi tiêu đề theo tệp mẫu',
    en: 'Columns that are not known: {columns}; give those that are needed the headers of the template',
  },
  double_column: { vi: 'Cột «{column}» có nhiều hơn một lần trong tệp', en: 'The column «{column}» is in the file more than once' },
  two_columns: {
    vi: 'Cột «{column}» và cột «{other}» cùng là một mục: {field}',
    en: 'The columns «{column}» and «{other}» are one field: {field}',
  },
  mapped_heading_unknown: { vi: 'Tệp không có cột «{heading}»', en: 'The file has no column «{heading}»' },
  mapped_field_unknown: {
    vi: 'Cột «{heading}» không thể ghi vào «{field}»: không có mục này',
    en: 'The column «{heading}» cannot fill «{field}»: there is no such field',
  },
  no_known_columns: {
    vi: 'Không nhận ra cột nào trong {rows} dòng đầu của trang tính. Hãy dùng dòng tiêu đề của tệp mẫu',
    en: 'No column is known in the first {rows} rows of the sheet. Use the header row of the template',
  },
  no_rows: {
    vi: 'Chưa có dòng dữ liệu nào dưới dòng tiêu đề; hãy nhập dữ liệu vào đó rồi tải lên lại',
    en: 'There is no row of data below the header row; enter the data there and upload the file again',
  },
  too_many_rows: {
    vi: 'Tệp có hơn {limit} dòng dữ liệu. Hãy chia thành nhiều tệp',
    en: 'The file has more than {limit} rows of data. Split it into several files',
  },
  nothing_written: {
    vi: 'Có {count} dòng sai nên chưa ghi dòng nào. Hãy sửa tệp rồi tải lên lại',
    en: '{count} {count|row is|rows are} wrong, so nothing was written. Correct the file and upload it again',
  },
  none_right: {
    vi: 'Cả {count} dòng đều sai nên chưa ghi dòng nào',
    en: 'Each of the {count} {count|row|rows} is wrong; nothing was written',
  },
  previewed: { vi: 'Xem trước, chưa ghi gì', en: 'A preview; nothing was written' },
  first_changes: {
    vi: 'Danh sách giá trị sẽ thay đổi chỉ lấy từ {count} giá trị đầu tiên của tệp',
    en: 'The list of values that change is of the first {count} in the file only',
  },
  example_rows: {
    vi: 'Đã bỏ qua {count} dòng ví dụ, có ô bắt đầu bằng «(ví dụ)» (dòng {rows})',
    en: '{count} {count|row|rows} of examples, with a cell that begins with «(example)», {count|was|were} passed over (row {rows})',
  },
  heading_rows: {
    vi: 'Đã bỏ qua {count} dòng lặp lại hoặc giải thích tiêu đề (dòng {rows})',
    en: '{count} {count|row that repeats or explains|rows that repeat or explain} the headings {count|was|were} passed over (row {rows})',
  },
  total_rows: {
    vi: 'Đã bỏ qua {count} dòng tổng, chỉ có chữ «tổng» và số (dòng {rows})',
    en: '{count} {count|row|rows} of totals, with a word for one and numbers only, {count|was|were} passed over (row {rows})',
  },
  note_rows: {
    vi: 'Đã bỏ qua {count} dòng chú thích, chỉ có một ô (dòng {rows})',
    en: '{count} {count|row|rows} of notes, with a single cell, {count|was|were} passed over (row {rows})',
  },
  rows_above: {
    vi: 'Đã bỏ qua {count} dòng phía trên dòng tiêu đề',
    en: '{count} {count|row|rows} above the header row {count|was|were} passed over',
  },
  hidden_rows: {
    vi: '{count} dòng đang ẩn hoặc bị lọc trong tệp cũng đã được đọc',
    en: '{count} {count|row that is|rows that are} hidden or filtered out in the file {count|was|were} read, too',
  },
  hidden_columns: {
    vi: 'Các cột đang ẩn trong tệp cũng đã được đọc: {columns}',
    en: 'Columns that are hidden in the file were read, too: {columns}',
  },
  merged_rows: {
    vi: '{count} dòng lấy giá trị của ô gộp bắt đầu ở dòng trên; số trong ô gộp được tính cho từng dòng',
    en: '{count} {count|row has|rows have} the value of a merged cell that begins above; a number in it counts for each of its rows',
  },
  other_sheets: {
    vi: 'Chỉ đọc trang «{sheet}»; chưa đọc {others}. Muốn nhập trang khác, hãy ghi tên trang khi tải lên',
    en: 'Only the sheet «{sheet}» was read, not {others}. To import another one, name it when you upload the file',
  },
  hidden_sheets: {
    vi: 'Chưa đọc trang đang ẩn: {others}. Muốn nhập, hãy bỏ ẩn trang đó trong Excel',
    en: 'Hidden sheets were not read: {others}. To import one, unhide it in Excel',
  },
  no_sheet: {
    vi: 'Tệp không có trang «{sheet}» có dữ liệu và đang hiện',
    en: 'The file has no visible sheet «{sheet}» with data',
  },
  ignored_columns: { vi: 'Các cột không được dùng: {columns}', en: 'Columns that were not used: {columns}' },
  unchanged: { vi: '{count} dòng giống dữ liệu hiện có nên giữ nguyên', en: '{count} {count|row is|rows are} as before' },
  more_errors: { vi: 'Sau {count} lỗi, mỗi dòng chỉ ghi lỗi đầu tiên', en: 'Beyond {count} errors, a row lists its first' },
  cancelled: { vi: 'Đã hủy, chưa ghi dòng nào', en: 'Cancelled; nothing was written' },
  cancelled_partly: {
    vi: 'Đã hủy sau khi ghi {count} dòng; các dòng đó được giữ lại, có thể hoàn tác',
    en: 'Cancelled after {count} {count|row was written; it stays|rows were written; those stay} and can be undone',
  },
  no_right: {
    vi: 'Người tải tệp lên không còn quyền nhập nên đã dừng, chưa ghi dòng nào',
    en: 'Whoever uploaded the file may not import any more, so it was stopped; nothing was written',
  },
  no_right_partly: {
    vi: 'Người tải tệp lên không còn quyền nhập nên đã dừng sau khi ghi {count} dòng; có thể hoàn tác các dòng đó',
    en: 'Whoever uploaded the file may not import any more: it was stopped after {count} {count|row was|rows were} written, which can be undone',
  },
  interrupted_partly: {
    vi: 'Việc nhập bị gián đoạn sau khi ghi {count} dòng. Có thể hoàn tác các dòng đó, hoặc tải tệp lên lại: không dòng nào bị ghi hai lần',
    en: 'The import was interrupted after {count} {count|row was|rows were} written, which can be undone. Or upload the file again; no row will be written twice',
  },
  too_long: {
    vi: 'Không ghi được tất cả các dòng cùng một lúc vì có người khác đang ghi, chưa ghi dòng nào. Hãy thử lại, chia nhỏ tệp hoặc chọn «{mode}»',
    en: 'The rows could not be written all at once while others were writing; nothing was written. Try again, split the file or choose «{mode}»',
  },
  waits_for_own: { vi: 'Đang chờ tệp «{file}» của bạn nhập xong', en: 'Waiting until your file «{file}» is imported' },
  stalled: {
    vi: 'Việc nhập bị gián đoạn, chưa ghi dòng nào. Hãy tải tệp lên lại',
    en: 'The import was interrupted; nothing was written. Upload the file again',
  },
  broken: {
    vi: 'Việc nhập gặp lỗi ngoài dự kiến, chưa ghi dòng nào. Hãy thử lại',
    en: 'The import failed unexpectedly; nothing was written. Try again',
  },
  file_missing: {
    vi: 'Tệp đã gửi không còn trong kho tệp, chưa ghi dòng nào. Hãy tải tệp lên lại',
    en: 'The uploaded file is no longer among the files; nothing was written. Upload it again',
  },
  uncalculated: {
    vi: 'Ô có công thức nhưng tệp không có kết quả. Hãy mở tệp bằng Excel, lưu lại rồi tải lên',
    en: 'The cell has a formula without its result. Open the file in Excel, save it and upload it again',
  },
  long_number: {
    vi: '{value} là số có hơn 15 chữ số hoặc viết dưới dạng lũy thừa, Excel không giữ đủ các chữ số. Hãy định dạng cột là Văn bản (Text) rồi nhập lại mã',
    en: '{value} is a number of more than 15 digits or a power of ten, of which Excel does not keep every digit. Format the column as Text and enter the code again',
  },
  made_text: {
    vi: 'Excel đã đổi nội dung ô thành ngày, giờ hoặc lũy thừa («{value}»); định dạng cột là văn bản (Text) rồi nhập lại',
    en: 'Excel made a date, a time or a power of ten of the cell («{value}»); format the column as text and enter it again',
  },
  cell_error: { vi: 'Ô chứa lỗi {value}', en: 'The cell holds the error {value}' },
  ambiguous_number: {
    vi: '«{value}» có thể là {readings}; hãy nhập dưới dạng số trong Excel',
    en: '«{value}» can mean {readings}; enter it as a number in Excel',
  },
  ambiguous_day: {
    vi: '«{value}» có thể là {readings}; hãy ghi năm đủ bốn chữ số hoặc nhập dưới dạng ngày trong Excel',
    en: '«{value}» can mean {readings}; write the year with four digits, or enter it as a date in Excel',
  },
  unknown_value: { vi: '{field}: không tìm thấy «{value}»', en: '{field}: «{value}» was not found' },
  no_such_day: {
    vi: '{field} phải là ngày có thật, lịch không có ngày này',
    en: '{field} must be a real date; the calendar has no such day',
  },
  bad_date: { vi: '{field} phải là ngày có thật, dạng yyyy/MM/dd', en: '{field} must be a real date, as yyyy/MM/dd' },
  similar_value: {
    vi: '{field}: không có «{value}»; có phải {suggestions}? Hãy ghi đúng từng dấu, hoặc ghi mã',
    en: '{field}: there is no «{value}»; do you mean {suggestions}? Write every accent, or the code',
  },
  ambiguous_value: {
    vi: '{field}: «{value}» trùng với nhiều mục, hãy ghi mã thay cho tên',
    en: '{field}: «{value}» fits several; write the code instead of the name',
  },
  ambiguous_list: {
    vi: '{field}: «{value}» đọc được theo nhiều cách; hãy ghi dấu chấm phẩy sau mỗi tên: {suggestions}',
    en: '{field}: «{value}» can be read in several ways; write a semicolon after each name: {suggestions}',
  },
  contradiction: {
    vi: '{field}: «{value}» không khớp với cột khác cùng dòng',
    en: '{field}: «{value}» does not fit the other column of the row',
  },
  twice_in_file: { vi: 'Trùng với dòng {row} của tệp: cùng {fields}', en: 'The same as row {row} of the file in {fields}' },
  record_twice: {
    vi: 'Trùng với dòng {row} của tệp: cùng bản ghi có mã số {id}',
    en: 'The same as row {row} of the file: both are the record with the id {id}',
  },
  same: {
    vi: 'Trùng với bản ghi đã có (mã số {id}): cùng {fields}',
    en: 'The same as an existing record (id {id}) in {fields}',
  },
  no_target: { vi: 'Không tìm thấy công việc này để điều chỉnh', en: 'There is no such direct to adjust' },
  several_targets: {
    vi: 'Có nhiều bản ghi khớp với dòng này; hãy ghi mã số của bản ghi cần sửa (cột «Mã số» của tệp đã xuất)',
    en: 'Several records fit this row; give the id of the one to be edited (the column «Id» of an export)',
  },
  odd_year: {
    vi: '{field}: năm {value} có đúng không? Năm này cách hôm nay quá xa; nếu đúng, hãy nhập dòng này trên màn hình',
    en: '{field}: is the year {value} right? It is very far from today; if it is, enter this row on screen',
  },
  bad_identity: {
    vi: '{field} của bản ghi phải là số nguyên dương như trong tệp đã xuất; để trống nếu là dòng mới',
    en: '{field} of a record must be a positive integer as in the exported file; leave it blank for a new row',
  },
  no_record: {
    vi: 'Không có bản ghi có mã số {id}; có thể đã bị xóa. Để trống mã số nếu là dòng mới',
    en: 'There is no record with the id {id}; it may have been deleted. Leave the id blank for a new row',
  },
  older_version: {
    vi: 'Bản ghi đã bị {name} sửa lúc {time}, sau khi tệp được xuất. Hãy xuất lại rồi sửa',
    en: '{name} edited the record at {time}, after the file was exported. Export it again and edit that',
  },
  system: { vi: 'hệ thống', en: 'the system' },
  no_update: { vi: 'Bạn không có quyền sửa bản ghi này', en: 'You may not edit this record' },
  other_record: {
    vi: '{field}: «{value}» không phải của bản ghi có mã số ở dòng này. Hãy kiểm tra xem các dòng có bị lệch không',
    en: '{field}: «{value}» is not that of the record with the id of this row. Check whether the rows have been mixed up',
  },
  cut_by_excel: {
    vi: '{field} dài hơn một ô Excel nên tệp chỉ có phần đầu; hãy sửa trên màn hình',
    en: '{field} is longer than a cell of Excel, so the file has only its beginning; edit it on screen',
  },
  formatted_text: {
    vi: '{field} có hình ảnh, liên kết hoặc chữ định dạng mà một ô Excel không giữ được; hãy sửa trên màn hình',
    en: '{field} has images, links or formatted letters, which a cell of Excel does not keep; edit it on screen',
  },
  stale: { vi: 'Bản ghi vừa được người khác sửa, hãy nhập lại', en: 'Somebody edited the record meanwhile; import it again' },
  ...IMPORT_VERSION_TEXTS,
  cases_broken: {
    vi: 'Các ví dụ sau ra điểm khác theo tệp này: {cases}',
    en: 'By this file these examples come to other points: {cases}',
  },
  cases_kept: {
    vi: 'Chưa ghi vì các ví dụ sau sẽ ra điểm khác: {cases}. Hãy sửa tệp, hoặc nhập lại với xác nhận chấp nhận',
    en: 'Not written, as these examples would come to other points: {cases}. Correct the file, or import again and accept it',
  },
  gone: { vi: 'Bản ghi vừa bị xóa', en: 'The record was deleted meanwhile' },
} as const satisfies Record<string, Text>;

export type ImportText = keyof typeof IMPORT_TEXTS;
