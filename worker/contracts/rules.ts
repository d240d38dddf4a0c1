import type * as z from 'zod';
import { fill, type Lang, type Text } from './text.ts';

/** Texts of the validation rules, shared by the server's `messages` map and the forms. */
const RULES = {
  required: { vi: '{field} không được để trống', en: '{field} {labels|is|are} required' },
  text: { vi: '{field} phải là chữ', en: '{field} must be a text' },
  characters: { vi: '{field} có ký tự không dùng được', en: '{field} {labels|has|have} characters that cannot be stored' },
  max_length: { vi: '{field} dài tối đa {max} ký tự', en: '{field} may have at most {max} characters' },
  max_images: { vi: '{field} có tối đa {max} ảnh', en: '{field} may have at most {max} images' },
  own_images: {
    vi: '{field} có ảnh không phải của bạn, hãy tải ảnh đó lên lại',
    en: '{field} shows an image that is not yours; upload it again',
  },
  number: { vi: '{field} phải là số', en: '{field} must be a number' },
  integer: { vi: '{field} phải là số nguyên', en: '{field} must be an integer' },
  min: { vi: '{field} phải từ {min} trở lên', en: '{field} must be {min} or more' },
  from_day: { vi: '{field} phải từ {min} trở đi', en: '{field} must be {min} or later' },
  until_day: { vi: '{field} muộn nhất là {max}, hãy chọn ngày sớm hơn', en: '{field} may be {max} at the latest; choose an earlier day' },
  max: { vi: '{field} tối đa là {max}', en: '{field} must be {max} or less' },
  max_entries: { vi: '{field} có tối đa {max} mục', en: '{field} may have at most {max} entries' },
  list: { vi: '{field} phải là một danh sách', en: '{field} must be a list' },
  object: { vi: '{field} phải là một đối tượng JSON', en: '{field} must be a JSON object' },
  boolean: { vi: '{field} phải là true hoặc false', en: '{field} must be true or false' },
  one_of: { vi: 'Hãy gửi đúng một trong các mục: {names}', en: 'Send exactly one of: {names}' },
  together: { vi: 'Hãy gửi cả hai mục hoặc không mục nào: {names}', en: 'Send both or neither of: {names}' },
  decimals: { vi: '{field} có tối đa {max} chữ số thập phân', en: '{field} may have at most {max} {max|decimal|decimals}' },
  date: { vi: '{field} phải là ngày có thật, dạng yyyy/MM/dd', en: '{field} must be a real date, as yyyy/MM/dd' },
  datetime: { vi: '{field} phải có dạng yyyy/MM/dd HH:mm:ss', en: '{field} must be a time as yyyy/MM/dd HH:mm:ss' },
  year_month: { vi: '{field} phải là tháng dạng yyyy/MM, từ 2000 đến 2100', en: '{field} must be a month as yyyy/MM, from 2000 to 2100' },
  first_day: {
    vi: '{field} phải là tháng dạng yyyy/MM; trong tệp cũng có thể là ngày đầu tháng, không phải ngày khác',
    en: '{field} must be a month as yyyy/MM, or in a file the first day of the month, no other day',
  },
  option: { vi: '{field} phải là một trong: {options}', en: '{field} must be one of: {options}' },
  id: { vi: '{field} phải là số nguyên dương', en: '{field} must be a positive integer' },
  ids: { vi: '{field} phải là danh sách mã số, mỗi lần tối đa {max}', en: '{field} must be a list of ids, at most {max} at a time' },
  values: {
    vi: '{field} phải là các cột và giá trị của công việc, không có cột lạ',
    en: '{field} must be columns of a job with their values, and no others',
  },
  exists: { vi: '{field} không tồn tại, hãy chọn lại', en: '{field} {labels|does|do} not exist; choose another' },
  phone_number: {
    vi: '{field} phải là số điện thoại hợp lệ, ví dụ 0912 345 678',
    en: '{field} must be a valid phone number, such as 0912 345 678',
  },
  contractor_phone: { vi: '{field} phải gồm số 0 và đúng 9 chữ số tiếp theo', en: '{field} must be 0 followed by exactly 9 digits' },
  no_special_characters: { vi: '{field} không được bao gồm các ký tự đặc biệt', en: '{field} must not include special characters' },
  letters_and_digits: { vi: '{field} chỉ gồm chữ cái và chữ số', en: '{field} may have letters and digits only' },
  key: {
    vi: '{field} chỉ gồm chữ cái không dấu, chữ số, dấu chấm và dấu gạch, dài tối đa {max} ký tự',
    en: '{field} may have at most {max} characters: letters without accents, digits, dots, hyphens and underscores',
  },
  digits_and_hyphens: { vi: '{field} chỉ gồm chữ số và dấu gạch ngang', en: '{field} may have digits and hyphens only' },
  email: { vi: '{field} phải là địa chỉ email hợp lệ', en: '{field} must be a valid email address' },
  url: { vi: '{field} phải là liên kết http hoặc https hợp lệ', en: '{field} must be a valid http or https link' },
  strong_password: {
    vi: '{field} cần ít nhất 8 ký tự, có chữ hoa, chữ thường và chữ số',
    en: '{field} needs at least 8 characters with an uppercase letter, a lowercase letter and a digit',
  },
  common_password: { vi: '{field} quá phổ biến, hãy chọn mật khẩu khác', en: '{field} is too common; choose another' },
  password_of_names: {
    vi: '{field} không được ghép từ tên của bạn, của công ty hay của Tensu',
    en: '{field} must not be made of your name, the company or Tensu',
  },
  by_admin: { vi: '{field} chỉ quản trị viên được thay đổi', en: 'Only an Admin may change {field}' },
  by_staff: {
    vi: '{field}: chỉ Quản trị, Người ghi và Người kiểm tra được chia sẻ',
    en: '{field}: only Admin, Writer and Checked may share',
  },
  own_department: { vi: '{field} phải là của bạn', en: '{field} must be your own' },
  by_mail: { vi: '{field} chỉ đổi được qua thư xác nhận', en: '{field} changes only through a confirmation mail' },
  wrong_password: { vi: '{field} không đúng', en: '{field} is wrong' },
  confirmation: { vi: '{field} không khớp', en: '{field} does not match' },
  unknown_parameter: { vi: 'Không có tham số «{value}»', en: 'There is no parameter «{value}»' },
  repeated_parameter: { vi: 'Tham số «{value}» chỉ được gửi một lần', en: 'The parameter «{value}» may be sent once only' },
  unsortable: { vi: 'Không thể sắp xếp theo «{value}»', en: 'Cannot sort by «{value}»' },
  range: { vi: '{field} phải từ {min} đến {max}', en: '{field} must be between {min} and {max}' },
  longest_range: {
    vi: 'Khoảng thời gian dài tối đa {max} tháng, hãy chọn khoảng ngắn hơn',
    en: 'The period may be at most {max} {max|month|months} long; choose a shorter one',
  },
  inside_period: {
    vi: 'Khoảng ngày không nằm trong tháng hoặc năm đã chọn; hãy bỏ một trong hai',
    en: 'The range of days is not within the month or year chosen; leave one of the two out',
  },
  after_start: { vi: 'Thời gian kết thúc phải sau thời gian bắt đầu', en: 'The end must be after the start' },
  after_now: { vi: 'Thời gian kết thúc phải sau thời điểm hiện tại', en: 'The end must be later than now' },
  not_begun: {
    vi: '{field} chưa đến, hãy chọn tháng này hoặc một tháng trước',
    en: '{field} is in the future; choose this month or an earlier one',
  },
  from_today: { vi: 'Ngày đồng bộ phải từ hôm nay trở đi', en: 'You must set time more today or is today' },
  invalid: { vi: '{field} chưa hợp lệ', en: '{field} {labels|is|are} not valid' },
} as const satisfies Record<string, Text>;

export type Rule = keyof typeof RULES;
export type RuleParams = Record<string, string | number>;

/** A rule with its parameters as one string: what zod carries as an issue's message. */
export function ruleToken(rule: Rule, params: RuleParams = {}): string {
  return JSON.stringify([rule, params]);
}

/** The sentence for a token; a text that is no token is returned as it is. */
export function ruleMessage(token: string, label: string, lang: Lang): string {
  if (!token.startsWith('["')) return token;
  const [rule, params] = JSON.parse(token) as [Rule, RuleParams];
  // Days and months read in a sentence as everywhere on screen.
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    /^\d{4}-\d\d(?:-\d\d)?$/.test(`${value}`) ? `${value}`.replaceAll('-', '/') : value,
  ]);
  return fill(RULES[rule][lang], { ...Object.fromEntries(shown), field: label, labels: isPlural(label) ? 2 : 1 });
}

/** Whether an English label is of several things, such as 'Roles': neither 'Status' nor 'Address', nor 'Table of rules'. */
const isPlural = (label: string): boolean => /[^isu]s$/.test(label.split(' of ')[0]!);

/** `{field: sentence}` of a failed parse, the first issue of each field, labelled by `labelOf`. */
export function messagesOf(error: Pick<z.ZodError, 'issues'>, labelOf: (field: string) => string, lang: Lang): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || 'body';
    messages[field] ??= ruleMessage(issue.message, labelOf(String(issue.path[0] ?? 'body')), lang);
  }
  return messages;
}
