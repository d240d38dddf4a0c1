import { CRAWL_SETTING_LABELS, type SourceSettings } from '../../../contracts/calls/crawl-settings.ts';
import type { CrawlSettingsBody } from '../../../contracts/calls/declared/crawl-settings.ts';
import { fill, type Lang } from '../../../contracts/text.ts';
import type { CrawlError, CrawlSource } from '../../../platform/crawl-source.ts';
import { AppError } from '../../../platform/errors.ts';
import { hostProblem, splitWorkflowIds, urlProblem } from '../fetch/base-vn-settings.ts';
import { crawlFields } from '../normalize/crawl-fields.ts';
import { findUnknownColumns } from '../normalize/form-fields.ts';

export const NOTHING_CHOSEN: SourceSettings = { url: null, workflow_ids: null, field_map: null, numbers: null, token_kind: null };

/** The settings with what a request says: what it does not name stays, null or an empty text goes back to the environment's. */
export function withValues(before: SourceSettings, values: CrawlSettingsBody): SourceSettings {
  const ids = values.workflow_ids && (Array.isArray(values.workflow_ids) ? values.workflow_ids.join(',') : values.workflow_ids);
  const chosen = {
    url: values.url === undefined ? undefined : values.url?.trim() || null,
    workflow_ids: ids === undefined ? undefined : splitOrNull(ids),
    field_map: values.field_map,
    numbers: values.numbers,
  };
  return {
    url: chosen.url === undefined ? before.url : chosen.url,
    workflow_ids: chosen.workflow_ids === undefined ? before.workflow_ids : chosen.workflow_ids,
    field_map: chosen.field_map === undefined ? before.field_map : chosen.field_map,
    numbers: chosen.numbers === undefined ? before.numbers : chosen.numbers,
    token_kind: before.token_kind,
  };
}

function splitOrNull(text: string | null): string[] | null {
  const ids = splitWorkflowIds(text ?? '');
  return ids.length > 0 ? ids : null;
}

const UNKNOWN_COLUMN = {
  vi: 'Không có cột nào nhận được dữ liệu từ nguồn tên {columns}',
  en: 'No column that the source can fill is called {columns}',
};

const NAMELESS_FIELD = {
  vi: 'Có dòng ánh xạ không ghi tên trường của nguồn; hãy điền tên hoặc mã của trường, hoặc bỏ dòng đó',
  en: 'A line of the field map names no field of the source; give the name or id of the field, or leave the line out',
};

/** Throws `invalid`, with a message for the setting, for an address that may not be called, a field without a name and columns that no field can fill. */
export function requireUsable({ origin }: CrawlSource, { url, field_map }: SourceSettings, lang: Lang): void {
  const messages: Record<string, string> = {};
  const problem: CrawlError | null = url === null ? null : (urlProblem(url) ?? hostProblem(url, origin));
  if (problem) messages.url = problem.text[lang].replace('BASE_VN_URL', CRAWL_SETTING_LABELS.url[lang]);
  if (Object.keys(field_map ?? {}).some((name) => name.trim() === '')) messages.field_map = NAMELESS_FIELD[lang];
  const unknown = findUnknownColumns(crawlFields, field_map ?? {});
  if (unknown.length > 0) messages.field_map = fill(UNKNOWN_COLUMN[lang], { columns: unknown.map((column) => `«${column}»`).join(', ') });
  if (Object.keys(messages).length > 0) throw new AppError('invalid', {}, { messages });
}
