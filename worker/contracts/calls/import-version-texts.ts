import type { Text } from '../text.ts';

/** What an import says of rows that become versions of rules. */
export const IMPORT_VERSION_TEXTS = {
  version_incomplete: {
    vi: 'Phiên bản của bảng «{code}» từ tháng {month} phải có trọn bảng: tệp có {rows} dòng đúng, bảng đang áp dụng có {now} dòng; các dòng của bảng này trong tệp: {listed}. Hãy xuất danh sách, đổi tháng ở mọi dòng của bảng rồi nhập lại; dòng nào không cần thì xóa sau khi có phiên bản',
    en: 'A version of the table «{code}» from {month} must hold the whole table: the file has {rows} right {rows|row|rows} of it, the table in force has {now}; its rows in the file: {listed}. Export the list, change the month in every row of the table and import that; delete rows once the version is there',
  },
  version_waits: {
    vi: 'Phiên bản mới của bảng «{code}» từ tháng {month} (các dòng {listed} của tệp) chỉ được ghi trọn, nên còn chờ các dòng sai của tệp được sửa',
    en: 'The new version of the table «{code}» from {month} (rows {listed} of the file) is only written whole, so it waits until the wrong rows of the file are corrected',
  },
  version_overtaken: {
    vi: 'Người khác vừa tạo phiên bản của bảng «{code}» từ tháng {month} (các dòng {listed} của tệp). Hãy xuất phiên bản đó rồi sửa',
    en: 'Somebody has just made a version of the table «{code}» from {month} (rows {listed} of the file). Export that version and edit it',
  },
  month_of_row: {
    vi: 'Tháng của một dòng trong bảng không bỏ riêng được: dòng sẽ rời phiên bản của bảng. Muốn bỏ cả phiên bản thì xóa các dòng của nó trên màn hình',
    en: 'The month of one row of a table is not cleared by itself: the row would leave the version of its table. To end the version, delete its rows on screen',
  },
  copies_planned: {
    vi: '{count} dòng có tháng khác bản cũ sẽ thành phiên bản mới; bản cũ giữ nguyên cho các tháng trước',
    en: '{count} {count|row|rows} with another month would become new versions; the former ones stay for the months before',
  },
  version_there: {
    vi: 'Đã có phiên bản từ tháng này (mã số {id}) và nó khác với dòng này. Hãy xuất phiên bản đó rồi sửa',
    en: 'There is a version from this month already (id {id}), and it differs from this row. Export that version and edit it',
  },
  versions_made: { vi: 'Phiên bản mới của bảng: {tables}', en: 'New versions of tables: {tables}' },
  versions_planned: { vi: 'Sẽ tạo phiên bản mới của bảng: {tables}', en: 'Would make new versions of tables: {tables}' },
  version_of_table: {
    vi: '«{code}» từ {month} ({rows} dòng, đang áp dụng {now} dòng)',
    en: '«{code}» from {month} ({rows} {rows|row|rows}, {now} in force)',
  },
} as const satisfies Record<string, Text>;
