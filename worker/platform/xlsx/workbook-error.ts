import { fill, type Text } from '../../contracts/text.ts';

export type WorkbookErrorCode = 'not_a_workbook' | 'empty_workbook' | 'encrypted' | 'broken' | 'too_large' | 'too_many_rows' | 'bomb';

const SAVE_AGAIN: Text = {
  vi: 'Hãy mở tệp bằng Excel, lưu lại dạng .xlsx rồi tải lên lại.',
  en: 'Open the file in Excel, save it again as .xlsx and upload that.',
};
const SPLIT: Text = { vi: 'Hãy chia dữ liệu thành nhiều tệp.', en: 'Split the data into several files.' };

/** Every reason for which a file is refused: its code, what is wrong, and how to fix it. */
const FAULTS = {
  not_a_workbook: fault(
    'not_a_workbook',
    'Tệp này không phải là bảng tính Excel, dù tên tệp có thể ghi như vậy.',
    'This file is not an Excel workbook, whatever its name says.',
    SAVE_AGAIN,
  ),
  other_format: fault(
    'not_a_workbook',
    'Tệp này thuộc một dạng Excel không được hỗ trợ (.xlsb hoặc Excel 95 trở về trước).',
    'This file is in an Excel format that is not supported (.xlsb, or Excel 95 and older).',
    SAVE_AGAIN,
  ),
  no_bytes: fault('empty_workbook', 'Tệp rỗng (0 byte).', 'The file is empty (0 bytes).', {
    vi: 'Hãy chọn lại đúng tệp rồi tải lên.',
    en: 'Choose the right file and upload it.',
  }),
  no_cells: fault(
    'empty_workbook',
    'Tệp không có dữ liệu: không trang tính nào đang hiện có ô chứa giá trị.',
    'The file holds no data: no visible sheet has a cell with a value.',
    { vi: 'Hãy nhập dữ liệu vào trang tính đầu tiên.', en: 'Put the data into the first sheet.' },
  ),
  encrypted: fault(
    'encrypted',
    'Tệp được bảo vệ bằng mật khẩu nên không đọc được.',
    'The file is protected by a password and cannot be read.',
    {
      vi: 'Hãy mở tệp bằng Excel, bỏ mật khẩu, lưu lại rồi tải lên.',
      en: 'Open it in Excel, remove the password, save it and upload it again.',
    },
  ),
  encrypted_xls: fault(
    'encrypted',
    'Tệp .xls này được mã hóa: có mật khẩu, hoặc cấu trúc sổ tính được bảo vệ.',
    'This .xls file is encrypted: it has a password, or the structure of its workbook is protected.',
    {
      vi: 'Hãy mở tệp bằng Excel, bỏ mật khẩu và bỏ bảo vệ sổ tính, lưu lại dạng .xlsx rồi tải lên.',
      en: 'Open it in Excel, remove the password and the protection of the workbook, save it as .xlsx and upload that.',
    },
  ),
  broken: fault('broken', 'Tệp bị hỏng hoặc chưa được sao chép đầy đủ.', 'The file is damaged or was not copied completely.', SAVE_AGAIN),
  large_file: fault('too_large', 'Tệp lớn hơn {limit} MB.', 'The file is larger than {limit} MB.', SPLIT),
  large_text: fault(
    'too_large',
    'Tệp chứa quá nhiều chữ (hơn {limit} MB hoặc một ô quá dài).',
    'The file holds too much text (over {limit} MB, or one cell that is too long).',
    SPLIT,
  ),
  many_columns: fault('too_large', 'Trang tính có dữ liệu sau cột thứ {limit}.', 'The sheet has data beyond column {limit}.', {
    vi: 'Hãy xóa các cột thừa.',
    en: 'Delete the columns that are not needed.',
  }),
  many_rows: fault('too_many_rows', 'Trang tính có hơn {limit} dòng dữ liệu.', 'The sheet has more than {limit} rows of data.', SPLIT),
  many_sheets: fault('too_large', 'Tệp có hơn {limit} trang tính.', 'The file has more than {limit} sheets.', {
    vi: 'Hãy xóa các trang tính không cần rồi tải lên lại.',
    en: 'Delete the sheets that are not needed and upload it again.',
  }),
  many_cells: fault('too_large', 'Tệp có hơn {limit} ô dữ liệu.', 'The file has more than {limit} cells of data.', SPLIT),
  empty_content: fault(
    'too_large',
    'Tệp có quá nhiều ô trống được định dạng (hơn {limit} ô).',
    'The file has too many blank cells with a format (over {limit} cells).',
    { vi: 'Hãy chép dữ liệu sang một bảng tính mới.', en: 'Copy the data into a new workbook.' },
  ),
  idle_content: fault(
    'too_large',
    'Tệp có hơn {limit} MB nội dung không phải là dữ liệu.',
    'The file has more than {limit} MB of content that is no data.',
    { vi: 'Hãy chép dữ liệu sang một bảng tính mới.', en: 'Copy the data into a new workbook.' },
  ),
  bomb: fault(
    'bomb',
    'Tệp nén bất thường: nội dung bung ra quá lớn nên bị từ chối.',
    'The file is compressed in an abnormal way: its contents would grow too large, so it is refused.',
    { vi: 'Hãy chép dữ liệu sang một bảng tính mới.', en: 'Copy the data into a new workbook.' },
  ),
} as const;

export type Fault = keyof typeof FAULTS;

/** Why a file could not be read, for the person who sent it. Nothing of the file's own content is in the text. */
export class WorkbookError extends Error {
  override name = 'WorkbookError';
  readonly code: WorkbookErrorCode;
  readonly text: Text;

  /** `limit` fills the text of the faults that name one. */
  constructor(fault: Fault, options: { limit?: number; cause?: unknown } = {}) {
    const { code, text } = FAULTS[fault];
    const filledIn = (lang: 'vi' | 'en') => fill(text[lang], { limit: options.limit?.toLocaleString(lang) });
    const filled = { vi: filledIn('vi'), en: filledIn('en') };
    super(filled.en, { cause: options.cause });
    this.code = code;
    this.text = filled;
  }
}

function fault(code: WorkbookErrorCode, vi: string, en: string, advice: Text): { code: WorkbookErrorCode; text: Text } {
  return { code, text: { vi: `${vi} ${advice.vi}`, en: `${en} ${advice.en}` } };
}
