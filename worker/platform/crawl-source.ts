import type { SourceSettings, TokenKind } from '../contracts/calls/crawl-settings.ts';
import { fillText, type Text } from '../contracts/text.ts';
import type { NumberStyle } from './text/read-number.ts';

/** Characters that are kept of a value that is reported. */
export const MAX_VALUE_LENGTH = 60;

/** Where jobs come from: one page of one workflow at a time. */
export interface CrawlSource {
  /** Workflows to read, in this order. */
  readonly workflowIds: readonly string[];
  readonly fieldMap: FieldMap;
  readonly numbers: NumberStyle;
  /** Why no page can be fetched at all; null when the source is ready. */
  readonly problem: CrawlError | null;
  /** Address without the path of the call. */
  readonly url: string;
  /** Origin that the environment allows; no other is ever called. */
  readonly origin: string;
  readonly hasToken: boolean;
  readonly tokenKind: TokenKind;
  /** Throws CrawlError for every failure; a page is whole or not there. */
  fetchPage(request: PageRequest): Promise<CrawlPage>;
  /** The workflows that the token may read, a page at a time. Needs no workflow id; throws CrawlError. */
  listWorkflows(pageId: number): Promise<SourceWorkflow[]>;
  /** The fields of a workflow's form, without a job; none where the source does not tell them. Throws CrawlError. */
  listFields(workflowId: string): Promise<Pick<SourceField, 'id' | 'name' | 'type'>[]>;
  /** The same source with settings that an Admin chose. */
  withSettings(saved: SourceSettings): CrawlSource;
}

/** The source by the settings that were chosen, or as the environment says. */
export function configureSource(source: CrawlSource, saved: SourceSettings | null): CrawlSource {
  return saved ? source.withSettings(saved) : source;
}

/** Column by id or name of a form field; an empty column leaves that field out. */
export type FieldMap = Readonly<Record<string, string>>;

export interface PageRequest {
  workflowId: string;
  /** Pages count from 0. */
  pageId: number;
  /** Unix seconds: only jobs changed since then; 0 for all. */
  updatedFrom: number;
  /** Jobs of the page; as many as the source gives without it. */
  limit?: number;
}

export interface CrawlPage {
  jobs: SourceJob[];
  /** Entries of the page that are no readable job. */
  skipped: SkippedJob[];
  total_items?: number;
  items_per_page?: number;
}

export interface SourceWorkflow {
  id: string;
  name: string;
}

/** A job as the source has it. Scalars are text; times are unix seconds, '' or '0' where there is none. */
export interface SourceJob {
  id: string;
  name: string;
  content: string;
  username: string;
  creator_username: string;
  since: string;
  last_update: string;
  finish_at: string;
  deadline: string;
  stage_export: { id: string; name: string } | null;
  tags: string[];
  form: SourceField[];
}

export interface SourceField {
  id: string;
  name: string;
  type: string;
  value: SourceValue;
  /** How the source shows the value; the chosen text where the value is an option's id. */
  display: string;
}

export type SourceValue = string | number | readonly string[];

/** A job that can't become a direct, and all the reasons. */
export interface SkippedJob {
  external_id: string | null;
  name: string | null;
  reasons: SkipReason[];
}

export interface SkipReason {
  column: string;
  /** Name of the source's form field, where the value came from one. */
  field?: string;
  /** The value as the source has it, shortened. */
  value: string;
  reason: Text;
}

/** Every way a crawl can fail; `retryable`: the same request may succeed later. */
const CRAWL_ERRORS = {
  not_configured: {
    retryable: false,
    vi: 'Chưa cấu hình kết nối Base.vn, còn thiếu: {missing}',
    en: 'The connection to Base.vn is not set up; missing: {missing}',
  },
  bad_settings: {
    retryable: false,
    vi: 'Cấu hình {setting} không hợp lệ; hãy ghi theo dạng {form}',
    en: 'The setting {setting} is not valid; write it like {form}',
  },
  unknown_columns: {
    retryable: false,
    vi: 'Cấu hình {setting} nêu cột mà nguồn không điền được: {columns}. Hãy sửa tên cột',
    en: 'In the setting {setting} there are columns that the source cannot fill: {columns}. Correct their names',
  },
  foreign_host: {
    retryable: false,
    vi: 'Địa chỉ {url} không được phép: chỉ được kết nối tới {origin}',
    en: 'The address {url} is not allowed: only {origin} may be called',
  },
  timeout: {
    retryable: true,
    vi: '{host} không trả lời xong trong {seconds} giây',
    en: '{host} did not finish its answer within {seconds} {seconds|second|seconds}',
  },
  network: { retryable: true, vi: 'Không kết nối được tới {host} hoặc kết nối bị ngắt', en: 'No connection to {host}, or it broke off' },
  http_status: { retryable: true, vi: '{host} trả lời lỗi HTTP {status}', en: '{host} answered with HTTP error {status}' },
  html_answer: {
    retryable: true,
    vi: '{host} trả về một trang web (HTTP {status}) thay vì dữ liệu',
    en: '{host} answered with a web page (HTTP {status}) instead of data',
  },
  invalid_json: { retryable: true, vi: 'Dữ liệu từ {host} bị cắt ngang hoặc hỏng', en: 'The data from {host} is cut off or broken' },
  too_large: {
    retryable: false,
    vi: 'Một trang dữ liệu từ {host} lớn hơn {megabytes} MB',
    en: 'A page from {host} is larger than {megabytes} MB',
  },
  refused: { retryable: true, vi: 'Base.vn từ chối yêu cầu: {message}', en: 'Base.vn refused the request: {message}' },
  unexpected_shape: {
    retryable: true,
    vi: 'Dữ liệu từ {host} không đúng cấu trúc mong đợi ({detail})',
    en: 'The data from {host} is not of the expected shape ({detail})',
  },
  repeated_page: {
    retryable: true,
    vi: 'Base.vn trả lại trang {page} giống hệt trang trước',
    en: 'Base.vn answered page {page} with the page before it',
  },
  ended_early: {
    retryable: true,
    vi: 'Base.vn báo có {total} công việc nhưng chỉ trả về {seen}',
    en: 'Base.vn announced {total} {total|job|jobs} but sent only {seen}',
  },
  endless: {
    retryable: false,
    vi: 'Base.vn có hơn {jobs} công việc, có thể bị lặp vô hạn; hãy kiểm tra mã quy trình',
    en: 'Base.vn has more than {jobs} jobs and may be going round in circles; check the workflow id',
  },
  beyond_total: {
    retryable: false,
    vi: 'Base.vn báo có {total} công việc nhưng đã trả về {seen} mà chưa hết, có thể bị lặp vô hạn; hãy kiểm tra mã quy trình',
    en: 'Base.vn announced {total} {total|job|jobs}, sent {seen} and goes on; it may be going round in circles: check the workflow id',
  },
  shared_ids: {
    retryable: false,
    vi: 'Nguồn báo có {total} công việc nhưng qua {passes} lượt đọc chỉ thấy {seen} mã, có việc nằm ở hai trang: hãy tìm ở nguồn các việc dùng chung một mã; lần sau sẽ đọc lại',
    en: 'The source announces {total} {total|job|jobs}, but {passes} readings saw {seen} {seen|id|ids}, some on two pages: look there for jobs that share an id; the next crawl reads it again',
  },
  unsettled: {
    retryable: false,
    vi: 'Danh sách công việc ở nguồn đổi liên tục trong {passes} lượt đọc nên có thể thiếu; lần sau sẽ đọc lại',
    en: 'The list at the source kept changing in {passes} readings, so jobs may be missing; the next crawl reads it again',
  },
} as const satisfies Record<string, { retryable: boolean } & Text>;

export type CrawlErrorCode = keyof typeof CRAWL_ERRORS;

/** A failure of the source, with a sentence for people. Neither holds the access token. */
export class CrawlError extends Error {
  override readonly name = 'CrawlError';
  readonly code: CrawlErrorCode;
  readonly text: Text;
  readonly retryable: boolean;
  /** Seconds the source asked to wait, where it did. */
  readonly retryAfter: number | undefined;

  constructor(
    code: CrawlErrorCode,
    params: Record<string, string | number> = {},
    hints: { retryable?: boolean; retryAfter?: number } = {},
  ) {
    const template = CRAWL_ERRORS[code];
    const text = fillText(template, params);
    super(text.en);
    this.code = code;
    this.text = text;
    this.retryable = hints.retryable ?? template.retryable;
    this.retryAfter = hints.retryAfter;
  }
}
