import * as z from 'zod';
import { PATTERNS, padMonth, ruleToken } from '../rules.ts';
import '../field-schemas.ts';

const month = { error: ruleToken('year_month') };

/** A new version of a rule, made of one that is there. */
export const ruleVersionRequest = z.object({
  valid_from: z
    .preprocess((raw) => (typeof raw === 'string' ? padMonth(raw) : raw), z.string(month))
    .refine((raw) => PATTERNS.year_month.test(raw), month),
  /** Id of a row of the version that is copied, or the code of the rule: then the version that counts in the month. */
  copy_of: z.union([z.int().positive(), z.string().min(1)], { error: ruleToken('exists') }),
  /** What the copy of the row `copy_of` says instead. */
  values: z.record(z.string(), z.unknown()).optional(),
});

export type RuleVersionRequest = z.infer<typeof ruleVersionRequest>;

export const RULE_VERSION_LABELS = {
  valid_from: { vi: 'Áp dụng từ tháng', en: 'Counts from' },
  copy_of: { vi: 'Quy tắc được chép', en: 'Copied rule' },
  values: { vi: 'Giá trị', en: 'Values' },
};
