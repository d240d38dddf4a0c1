import * as z from 'zod';
import '../../field-schemas.ts';

const points = () => z.object({ result_design_point: z.number(), result_check_point: z.number() });

/** What a worked example comes to by the rules of its month, or of the month that was asked for. */
export const caseResult = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    /** YYYY-MM: whose rules it was tried by. */
    month: z.string(),
    customer_id: z.number(),
    work_category_id: z.number(),
    customer: z.string().nullable(),
    work_category: z.string().nullable(),
    expected: points(),
    /** Null where the rules give no result. */
    actual: points().nullable(),
    passed: z.boolean(),
    /** Why it did not pass. */
    reason: z.string().nullable(),
  });
export type CaseResult = z.infer<ReturnType<typeof caseResult>>;

/** An example that a write of rules would change: `current` of the 409 `cases_broken` lists them. */
export const brokenCase = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    month: z.string(),
    /** What it comes to now, which is what it must. */
    expected: points(),
    /** What it would come to; null where it would have no result. */
    actual: points().nullable(),
    reason: z.string().nullable(),
  });
export type BrokenCase = z.infer<ReturnType<typeof brokenCase>>;
