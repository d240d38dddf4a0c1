import * as z from 'zod';
import '../../field-schemas.ts';
import { issue, issueCode } from './calculation-issues.ts';
import { fieldsOf } from './keys-of.ts';
import { named } from './row.ts';

/** A run as the API answers it. Counts are of directs; times are `YYYY-MM-DD HH:mm:ss`, office time. */
export const calculationRun = () =>
  z.object({
    id: z.number(),
    year: z.number(),
    month: z.number(),
    status: z.enum(['queued', 'computing', 'publishing', 'preview', 'done', 'failed', 'cancelled']),
    preview: z.literal([0, 1]),
    include_adjusted: z.literal([0, 1]),
    /** Directs to compute, computed so far, with other points than before, without a result. */
    ...fieldsOf(z.number(), 'total', 'done', 'changed', 'failed'),
    /** Of those without a result: how many keep points they had, and how many were edited while the points were written. Known at the end. */
    kept_points: z.number(),
    edited_meanwhile: z.number(),
    /** Directs of the month that the run left alone: checked ones (of which so many without points) and adjusted ones. With `total` all of them. */
    skipped_checked: z.number(),
    skipped_without_points: z.number(),
    skipped_adjusted: z.number(),
    /** In the caller's language. */
    message: z.string().nullable(),
    rules_hash: z.string().nullable(),
    source: z.enum(['button', 'cron']),
    /** Null when the clock started it. */
    user: named().nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    progress_at: z.string().nullable(),
    finished_at: z.string().nullable(),
  });
export type CalculationRun = z.infer<ReturnType<typeof calculationRun>>;

const listedDirect = () =>
  z.object({
    direct_id: z.number(),
    ...fieldsOf(z.string().nullable(), 'external_id', 'name', 'bukkenmei', 'henkyaku_hi', 'customer_name'),
    /** Designer and checker. */
    user_name: z.string().nullable(),
    checker_name: z.string().nullable(),
  });

/** A direct without a result; it keeps the points it has, which count: null where it has none. */
export const calculationIssueRow = () =>
  listedDirect().extend({
    code: issueCode(),
    message: z.string(),
    kept_design_point: z.number().nullable(),
    kept_check_point: z.number().nullable(),
  });
export type CalculationIssueRow = z.infer<ReturnType<typeof calculationIssueRow>>;

/** Directs without a result for the same reason; `cause` asks the list of issues for exactly these. */
export const calculationCause = () =>
  z.object({
    cause: z.string(),
    /** The empty field of the jobs; null where something else is to be fixed. */
    field: z.string().nullable(),
    /** What the first of them lacks. */
    issue: issue(),
    /** What happened and how to fix it, in the caller's language. */
    message: z.string(),
    count: z.number(),
    /** The lowest ids: of an empty field as many as a list can be asked for, otherwise one. */
    direct_ids: z.number().array(),
    customer_name: z.string().nullable(),
    work_name: z.string().nullable(),
  });
export type CalculationCause = z.infer<ReturnType<typeof calculationCause>>;

/** A direct whose result differs from what it held. */
export const calculationChangeRow = () =>
  listedDirect().extend({
    ...fieldsOf(z.number().nullable(), 'old_design_point', 'old_check_point', 'new_design_point', 'new_check_point'),
  });
export type CalculationChangeRow = z.infer<ReturnType<typeof calculationChangeRow>>;

/** Sums over all changes of a run, for the list's `sum`. */
export const calculationChangeSums = () =>
  calculationChangeRow().pick({
    old_design_point: true,
    old_check_point: true,
    new_design_point: true,
    new_check_point: true,
  });
export type CalculationChangeSums = z.infer<ReturnType<typeof calculationChangeSums>>;

/** What a run with `include_adjusted` would throw away: adjusted directs of the month and the points they hold. */
export const adjustedCount = () => z.object({ count: z.number(), design_points: z.number(), check_points: z.number() });
export type AdjustedCount = z.infer<ReturnType<typeof adjustedCount>>;
