import * as z from 'zod';
import '../../field-schemas.ts';
import { CHECKLIST_LABELS } from '../month-checklist.ts';
import { keysOf } from './keys-of.ts';

/** The figures of a finding and what each is called. */
export const reviewFigures = () => z.record(z.string(), z.union([z.number(), z.string()]).nullable());
export type ReviewFigures = z.infer<ReturnType<typeof reviewFigures>>;

export const reviewRow = () =>
  z.object({
    /** `direct:12`, `user:3` or `rule:standards:5`. */
    subject: z.string(),
    label: z.string(),
    figures: reviewFigures(),
    /** The figures as canonical JSON: what a note is about. */
    value: z.string(),
    link: z.string(),
    /** The note of whoever has looked at it; ends when a figure changes. */
    seen: z.object({ note: z.string(), by: z.string(), at: z.string() }).nullable(),
  });
export type ReviewRow = z.infer<ReturnType<typeof reviewRow>>;

/** How far a total may be from what is usual; both must be passed to be named. */
export const reviewThresholds = () => z.object({ percent: z.number(), points: z.number() });
export type ReviewThresholds = z.infer<ReturnType<typeof reviewThresholds>>;

const checklistItem = () =>
  z.object({
    key: keysOf(CHECKLIST_LABELS),
    /** Of findings, those that nobody has looked at, of all departments. */
    count: z.number(),
    /** Address of the filtered list in the web app. */
    link: z.string(),
    /** The first page of a review kind's findings, those that nobody has looked at first, and how many there are in all. */
    rows: reviewRow().array().optional(),
    found: z.number().optional(),
    /** Of these, how many are about people of other departments, who are not named to the reader. */
    elsewhere: z.number().optional(),
    /** Whom the point is about, each with the address where it is settled. */
    people: z.object({ user_id: z.number(), name: z.string(), link: z.string() }).array().optional(),
  });

export const monthChecklist = () =>
  z.object({
    year: z.number(),
    month: z.number(),
    /** Jobs returned in the month: with none there is nothing to close. */
    jobs: z.number(),
    /** Points with a count above zero. */
    open: z.number(),
    items: checklistItem().array(),
    thresholds: reviewThresholds(),
    /** The last comparison with the source that ended: when (office time) and what differs; null where the month was never compared. */
    reconciliation: z
      .object({ id: z.number(), at: z.string(), only_there: z.number(), only_here: z.number(), differs: z.number() })
      .nullable(),
  });
export type MonthChecklist = z.infer<ReturnType<typeof monthChecklist>>;
