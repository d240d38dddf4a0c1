import * as z from 'zod';
import { calculationRequest } from '../../contracts/calls/calculation.ts';
import { ISSUE_LABELS } from '../../contracts/calls/calculation-issues.ts';
import { messagesOf, ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { MAX_LIMIT } from '../../crud/query.ts';
import { AppError } from '../../errors.ts';

const paging = { page: whole(1_000_000).default(1), limit: whole(MAX_LIMIT).default(10) };
const { year, month } = calculationRequest.shape;

export const monthParams = z.object({ year, month });
export const runsParams = z.object({ year: year.optional(), month: month.optional(), ...paging });
export const issuesParams = z.object({
  code: z.enum(Object.keys(ISSUE_LABELS), { error: ruleToken('option', { options: Object.keys(ISSUE_LABELS).join(', ') }) }).optional(),
  ...paging,
});
export const pageParams = z.object(paging);

/** The parameters of a call, empty ones left out; a 422 names each that is bad or unknown. */
export function paramsOf<S extends z.ZodObject>(schema: S, params: URLSearchParams, lang: Lang): z.infer<S> {
  const given = [...params].filter(([, value]) => value.trim() !== '');
  const unknown = given.filter(([name]) => !Object.hasOwn(schema.shape, name));
  if (unknown.length > 0) {
    const messages = unknown.map(([name]) => [name, ruleMessage(ruleToken('unknown_parameter', { value: name }), name, lang)]);
    throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
  }
  return valid(schema, Object.fromEntries(given), lang);
}

/** The value a schema makes of the input, or a 422 with a message for each bad field. */
export function valid<S extends z.ZodType>(schema: S, input: unknown, lang: Lang): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', {}, { messages: messagesOf(parsed.error, (field) => LABELS[field]?.[lang] ?? field, lang) });
}

const LABELS: Record<string, Text> = {
  year: { vi: 'Năm', en: 'Year' },
  month: { vi: 'Tháng', en: 'Month' },
  preview: { vi: 'Xem trước', en: 'Preview' },
  include_adjusted: { vi: 'Tính cả đơn đã điều chỉnh', en: 'Include adjusted' },
  direct_id: { vi: 'Công việc', en: 'Direct' },
  scope: { vi: 'Vị trí công thức', en: 'Place of the formula' },
  source: { vi: 'Công thức', en: 'Formula' },
  values: { vi: 'Giá trị', en: 'Values' },
  version: { vi: 'Phiên bản', en: 'Version' },
  total_point_1: { vi: 'Tổng điểm 1', en: 'Total point 1' },
  total_point_2: { vi: 'Tổng điểm 2', en: 'Total point 2' },
};

function whole(max: number) {
  const error = ruleToken('range', { min: 1, max });
  return z
    .preprocess(
      (raw) => (typeof raw === 'string' && /^\d{1,9}$/.test(raw) ? Number(raw) : raw),
      z.int({ error }).min(1, { error }).max(max, { error }).optional(),
    )
    .transform((value) => value as number);
}
