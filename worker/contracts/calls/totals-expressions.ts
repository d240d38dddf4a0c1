import * as z from 'zod';
// Sets how the validator works before the first schema is made.
import '../field-schemas.ts';
import { month, text } from '../fields.ts';
import { ruleToken } from '../rules.ts';
import type { Text } from '../text.ts';
import { monthText } from './rule-versions.ts';

export const EXPRESSION_LABELS = {
  total_point_1: { vi: 'Tổng điểm 1', en: 'Total point 1' },
  total_point_2: { vi: 'Tổng điểm 2', en: 'Total point 2' },
  version: { vi: 'Phiên bản', en: 'Version' },
  valid_from: { vi: 'Áp dụng từ tháng', en: 'Counts from' },
  accept_undefined: { vi: 'Vẫn lưu dù có tổng điểm không tính được', en: 'Save though some totals have no value' },
} satisfies Record<string, Text>;

export const totalsExpressionsRequest = () =>
  z.object(
    {
      /** One that is left out stays as it is in force in that month. */
      total_point_1: expressionText().optional(),
      total_point_2: expressionText().optional(),
      version: z.int({ error: ruleToken('integer') }).optional(),
      /** The version that is written, null or left out: the one that always counts. One that is not there is made. */
      valid_from: monthText().nullish(),
      /** The second word: saved although the totals of some people would have no value. */
      accept_undefined: z.boolean({ error: ruleToken('invalid') }).optional(),
    },
    { error: ruleToken('invalid') },
  );

function expressionText() {
  const text = z.string({ error: ({ input }) => ruleToken(input === undefined || input === null ? 'required' : 'text') }).trim();
  return text.min(1, { error: ruleToken('required') }).max(1000, { error: ruleToken('max_length', { max: 1000 }) });
}

/** `as_of`: the version that counts in a month, or `all`; without it the one that always counts. */
export const EXPRESSION_PARAMS = { as_of: text({ vi: 'Tháng', en: 'Month' }, { max: 7 }) };

export const EXPRESSION_VERSION_PARAMS = { valid_from: month(EXPRESSION_LABELS.valid_from, { required: true }) };
