import * as z from 'zod';
import { integer, month, text } from '../fields.ts';
import { ruleToken } from '../rules.ts';
import { isStorable, PATTERNS, padMonth } from '../value-forms.ts';
import '../field-schemas.ts';

const NO_MONTH = { error: ruleToken('year_month') };

/** YYYY-MM, as people write it too: 2026/9. */
export function monthText() {
  return z
    .preprocess((raw) => (typeof raw === 'string' ? padMonth(raw) : raw), z.string(NO_MONTH))
    .refine((raw) => PATTERNS.year_month.test(raw), NO_MONTH);
}

/** A new version of a rule, made of one that is there. */
export const ruleVersionRequest = () =>
  z.object({
    valid_from: monthText(),
    /** Id of a row of the version that is copied, or the code of the rule: then the version that counts in the month. */
    copy_of: z.union([z.int().positive(), z.string().min(1).refine(isStorable)], { error: ruleToken('exists') }),
    /** What the copy of the row `copy_of` says instead. */
    values: z.record(z.string(), z.unknown()).optional(),
  });

export type RuleVersionRequest = z.infer<ReturnType<typeof ruleVersionRequest>>;

export const RULE_VERSION_LABELS = {
  valid_from: { vi: 'Áp dụng từ tháng', en: 'Counts from' },
  copy_of: { vi: 'Quy tắc được chép', en: 'Copied rule' },
  values: { vi: 'Giá trị', en: 'Values' },
};

/** The month by whose rules all examples are tried; without one each by those of its own. */
export const CASE_PARAMS = { as_of: month({ vi: 'Theo quy tắc của tháng', en: 'Rules of month' }) };

/** The column of a list of examples with what the rules make of each. */
export const CASE_OUTCOME_LABEL = { vi: 'Kết quả thử', en: 'Outcome' };

/** A row of a rule, and the month from which a version of it would count. */
export const REACH_PARAMS = {
  entity: text({ vi: 'Loại quy tắc', en: 'Entity' }, { required: true, max: 64 }),
  id: integer({ vi: 'Mã số', en: 'Id' }, { required: true, min: 1 }),
  from: month(RULE_VERSION_LABELS.valid_from),
};

/** The month whose rules the book shows. */
export const DOCUMENT_PARAMS = { month: month({ vi: 'Tháng', en: 'Month' }, { required: true }) };

/** What the caller has read: `version` as the document says it. */
export const documentReadRequest = () => z.object({ month: monthText(), version: z.string({ error: ruleToken('text') }).max(64) });
export const DOCUMENT_PARAMS_LABELS = { month: DOCUMENT_PARAMS.month.label, version: { vi: 'Phiên bản', en: 'Version' } };

const side = { required: true, max: 64 } as const;

/** Months (YYYY-MM), or hashes of the rules of runs. */
export const RULE_CHANGE_PARAMS = {
  from: text({ vi: 'Từ', en: 'From' }, side),
  to: text({ vi: 'Đến', en: 'To' }, side),
};
