import type { Text } from './text.ts';

/** Why the body of a request cannot be taken, whatever it says. */
export const BODY_ERRORS = {
  malformed: {
    status: 400,
    vi: 'Không đọc được nội dung gửi lên; hãy gửi một đối tượng JSON đúng cú pháp, mã hóa UTF-8',
    en: 'The request body cannot be read; send one well-formed JSON object in UTF-8',
  },
  malformed_form: {
    status: 400,
    code: 'malformed',
    vi: 'Không đọc được nội dung gửi lên; hãy gửi dạng multipart/form-data với đủ các phần',
    en: 'The request body cannot be read; send it as multipart/form-data with all of its parts',
  },
  slow_body: {
    status: 408,
    vi: 'Gửi quá chậm: hơn {seconds} giây. Hãy gửi lại',
    en: 'The body took more than {seconds} seconds. Send it again',
  },
  too_large: { status: 413, vi: 'Dữ liệu quá lớn, tối đa {limit}', en: 'The request is too large; the limit is {limit}' },
  too_many_fields: {
    status: 413,
    code: 'too_large',
    vi: 'Gửi quá nhiều mục: tối đa {fields} tên và {values} giá trị một lần',
    en: 'Too many fields: at most {fields} names and {values} values at once',
  },
  unsupported_type: {
    status: 415,
    vi: 'Không nhận kiểu dữ liệu này; hãy gửi {accepted}',
    en: 'This content type is not taken; send {accepted}',
  },
  headings_unknown: {
    status: 422,
    vi: 'Tiêu đề của tệp không theo tệp mẫu: chưa có cột cho {fields}. Hãy chọn mục cho từng cột của tệp',
    en: 'The headings of the file are not those of the template: no column is known for {fields}. Say which field each column fills',
  },
} as const satisfies Record<string, { status: number; code?: string } & Text>;
