import * as z from 'zod';
// Sets how the validator works before the first schema is made.
import '../field-schemas.ts';
import { ruleToken } from '../rules.ts';
import type { Text } from '../text.ts';

export const EXPRESSION_LABELS = {
  total_point_1: { vi: 'Tổng điểm 1', en: 'Total point 1' },
  total_point_2: { vi: 'Tổng điểm 2', en: 'Total point 2' },
  version: { vi: 'Phiên bản', en: 'Version' },
  accept_undefined: { vi: 'Vẫn lưu dù có tổng điểm không tính được', en: 'Save though some totals have no value' },
} satisfies Record<string, Text>;

export const totalsExpressionsRequest = z.object(
  {
    total_point_1: expressionText(),
    total_point_2: expressionText(),
    version: z.int({ error: ruleToken('integer') }).optional(),
    /** The second word: saved although the totals of some people would have no value. */
    accept_undefined: z.boolean({ error: ruleToken('invalid') }).optional(),
  },
  { error: ruleToken('invalid') },
);

function expressionText() {
  const text = z.string({ error: ({ input }) => ruleToken(input === undefined || input === null ? 'required' : 'text') }).trim();
  return text.min(1, { error: ruleToken('required') }).max(1000, { error: ruleToken('max_length', { max: 1000 }) });
}
