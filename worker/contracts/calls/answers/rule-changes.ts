import * as z from 'zod';
import '../../field-schemas.ts';

const value = () => z.union([z.string(), z.number()]).nullable();

/** A field of a rule that differs between two months or runs. A rule that only one of them has differs in each field that says something. */
export const ruleChange = () =>
  z.object({
    /** The entity, or `totals-expressions`. */
    entity: z.string(),
    /** What tells the rule apart: customer and work category, or code, and in a table the row it follows from. */
    identity: z.record(z.string(), value()),
    /** The identity in words. */
    label: z.string(),
    /** The record that says the new value, or said the old one. */
    record_id: z.number().nullable(),
    field: z.string(),
    old: value(),
    new: value(),
    /** Who wrote that record last, and when. */
    user: z.string().nullable(),
    at: z.string().nullable(),
  });

export type RuleChange = z.infer<ReturnType<typeof ruleChange>>;

/** The months in which a version of a rule counts: from `from` (null: always) up to the month before `until` (null: still). */
export const ruleReach = () =>
  z.object({
    from: z.string().nullable(),
    until: z.string().nullable(),
    /** Locked ones among them, which keep their figures. */
    locked: z.string().array(),
    /** Open ones with jobs that would be calculated anew: neither checked nor adjusted. */
    months: z.object({ month: z.string(), jobs: z.number() }).array(),
  });
export type RuleReach = z.infer<ReturnType<typeof ruleReach>>;

/** Whether the last calculation of a month went by the rules as they are. */
export const ruleState = () =>
  z.object({
    month: z.string(),
    hash: z.string(),
    last_run: z.object({ id: z.number(), finished_at: z.string().nullable(), is_same: z.boolean() }).nullable(),
  });
export type RuleState = z.infer<ReturnType<typeof ruleState>>;
