import type * as z from 'zod';
import { messagesOf } from '../../contracts/rules.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { AppError } from '../../errors.ts';

/** A request body as its schema reads it; throws a 422 with a message for each bad field. */
export function parseRequest<S extends z.ZodType>(schema: S, body: unknown, lang: Lang): z.infer<S> {
  const parsed = schema.safeParse(body);
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
