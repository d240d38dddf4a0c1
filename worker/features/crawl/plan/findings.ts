import { directFields } from '../../../contracts/entities/directs.ts';
import { fill, type Text } from '../../../contracts/text.ts';
import { MAX_VALUE_LENGTH, type SkippedJob } from '../../../platform/crawl-source.ts';
import { shorten } from '../../../platform/text/shorten.ts';

/** Something to report of a job: why it was left out, or what is missing in the direct it became. */
export interface Finding {
  kind: 'skipped' | 'warning';
  code: FindingCode;
  external_id: string | null;
  name: string | null;
  column: string;
  field?: string;
  value: string;
  reason: Text;
}

export type FindingCode = 'bad_value' | keyof typeof TEXTS;

/** The part of a finding that does not depend on its job. */
export type Remark = Omit<Finding, 'external_id' | 'name'>;

type LeftOutCode = 'month_locked' | 'record_checked' | 'removed' | 'same_job' | 'same_id';

/** `suggestion`: names that differ by accents only, to be looked at by a person. */
export function warningRemark(code: Exclude<keyof typeof TEXTS, LeftOutCode>, column: string, value: string, suggestion = ''): Remark {
  const short = shorten(value, MAX_VALUE_LENGTH);
  return { kind: 'warning', code, column, value: short, reason: textOf(code, column, short, suggestion) };
}

export function leftOutRemark(code: LeftOutCode, column: string, value: string): Remark {
  return { kind: 'skipped', code, column, value, reason: textOf(code, column, value) };
}

/** A finding for each reason why a job can't be read. */
export function findingsOf({ external_id, name, reasons }: SkippedJob): Finding[] {
  return reasons.map((reason) => ({ kind: 'skipped', code: 'bad_value', external_id, name, ...reason }));
}

const TEXTS = {
  unknown_person: {
    vi: 'Không có nhân viên nào có mã, tên đăng nhập hoặc tên là «{value}» nên để trống {column}',
    en: 'Nobody has the code, username or name «{value}», so {column} was left empty',
  },
  ambiguous_person: {
    vi: 'Có nhiều nhân viên tên «{value}» nên để trống {column}',
    en: 'Several people are called «{value}», so {column} was left empty',
  },
  similar_person: {
    vi: 'Không có nhân viên nào tên đúng là «{value}», chỉ có {suggestion}; nếu là một người hãy sửa tên cho khớp. Tạm để trống {column}',
    en: 'Nobody is called exactly «{value}», only {suggestion}; correct one of the names if they are one person. {column} was left empty',
  },
  similar_customer: {
    vi: 'Không có khách hàng nào tên đúng là «{value}», chỉ có {suggestion}; nếu là một hãy sửa tên cho khớp',
    en: 'No customer is called exactly «{value}», only {suggestion}; correct one of the names if they are one customer',
  },
  similar_category: {
    vi: 'Không có hạng mục công việc nào tên đúng là «{value}», chỉ có {suggestion}; tạm để trống {column}',
    en: 'No work category is called exactly «{value}», only {suggestion}; {column} was left empty',
  },
  unknown_category: {
    vi: 'Không có hạng mục công việc «{value}» nên để trống {column}',
    en: 'There is no work category «{value}», so {column} was left empty',
  },
  zero_date: {
    vi: 'Nguồn ghi ngày «{value}», không phải ngày có thật, nên để trống {column}',
    en: 'The source has the date «{value}», which is none, so {column} was left empty',
  },
  far_date: {
    vi: '{column} «{value}» cách hôm nay quá xa, có thể sai một chữ số; hãy kiểm tra ở nguồn',
    en: '{column} «{value}» is far from today and may have a wrong digit; check it at the source',
  },
  values_kept: {
    vi: 'Nguồn bỏ trống {column} ở {value} công việc đã có của một trang, nên giữ giá trị cũ; nếu đúng là phải để trống, hãy xóa ở đây',
    en: 'The source has emptied {column} in {value} known {value|job of a page, so it keeps its value; clear it|jobs of a page, so they keep their values; clear them} here if {value|it is|they are} to be empty',
  },
  new_customer: {
    vi: 'Khách hàng «{value}» chưa có nên đã được tạo; hãy bổ sung thông tin',
    en: 'The customer «{value}» was not known and has been created; complete it',
  },
  month_locked: {
    vi: 'Tháng {month} đã khóa nên công việc này được giữ nguyên',
    en: 'Month {month} is locked, so this job was left as it is',
  },
  removed: {
    vi: 'Công việc này đã được lấy ra ở đây nên chỉ trở lại khi có người đưa trở lại từ danh sách công việc đang chờ',
    en: 'This job was taken out here, so it comes back only when somebody brings it back from the list of waiting jobs',
  },
  record_checked: {
    vi: 'Công việc này đã được kiểm tra nên được giữ nguyên',
    en: 'This job is checked, so it was left as it is',
  },
  same_job: {
    vi: 'Công việc mã nguồn {value} đã có cùng tên, công trình, khách hàng, người thiết kế và ngày trả, nên không thêm dòng thứ hai',
    en: 'The job with source id {value} has the same name, property, customer, designer and return date, so no second row was made',
  },
  same_id: {
    vi: 'Nguồn dùng mã này cho cả công việc «{value}», đã lấy việc đó; hãy sửa mã của một trong hai ở nguồn',
    en: 'The source has this id for the job «{value}» too, which was taken; correct the id of one of them at the source',
  },
} as const satisfies Record<string, Text>;

function textOf(code: keyof typeof TEXTS, column: string, value: string, suggestion = ''): Text {
  const label = (directFields as Record<string, { label: Text }>)[column]?.label;
  const { vi, en } = TEXTS[code];
  return {
    vi: fill(vi, { value, month: value, suggestion, column: label?.vi ?? column }),
    en: fill(en, { value, month: value, suggestion, column: label?.en ?? column }),
  };
}
