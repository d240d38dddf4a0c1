import * as z from 'zod';
import '../../field-schemas.ts';
import { COUNTED_KINDS, LINE_KINDS, STATEMENT_STATES } from '../statements.ts';
import { fieldsOf, keysOf } from './keys-of.ts';
import { sealMark } from './month-seals.ts';
import { named } from './row.ts';
import { listedTotal } from './totals.ts';

export const monthReview = () =>
  z.object({
    year: z.number(),
    month: z.number(),
    /** Last day on which a person may object, YYYY-MM-DD; silence until then ends the review without an answer. */
    deadline: z.string(),
    opened_by: named().nullable(),
    opened_at: z.string(),
  });
export type MonthReview = z.infer<ReturnType<typeof monthReview>>;

export const lineSum = () =>
  z.object({
    count: z.number(),
    /** Of the points; of `pro`, the points of the month's own ratings. */
    sum: z.number(),
  });
export type LineSum = z.infer<ReturnType<typeof lineSum>>;

/** What is confirmed: a changed figure or line makes another hash. */
export const statementFigures = () =>
  z.object({
    ...fieldsOf(z.number(), 'direct_point', 'mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no', 'pro_index'),
    total_point_1: z.number().nullable(),
    total_point_2: z.number().nullable(),
    lines: z.record(
      z.enum(COUNTED_KINDS),
      lineSum().extend({
        mark: z.number(),
      }),
    ),
  });
export type StatementFigures = z.infer<ReturnType<typeof statementFigures>>;

export const confirmation = () =>
  z.object({
    state: keysOf(STATEMENT_STATES),
    /** The points are no longer those that were confirmed, also where a question (`asked`) comes first. */
    changed: z.boolean(),
    /** Null where nothing was confirmed. */
    confirmed_at: z.string().nullable(),
    sha256: z.string().nullable(),
    /** What was confirmed, where it is no longer what the statement says. */
    confirmed_figures: statementFigures().nullable(),
  });
export type Confirmation = z.infer<ReturnType<typeof confirmation>>;

export const statementMonth = () =>
  z.object({
    /** YYYY-MM. */
    month: z.string(),
    total_point_1: z.number().nullable(),
    total_point_2: z.number().nullable(),
  });
export type StatementMonth = z.infer<ReturnType<typeof statementMonth>>;

/** `GET /statements/{user_id|me}`: one person's month. */
export const statement = () =>
  z.object({
    user: z.object({
      id: z.number(),
      username: z.string(),
      code: z.string().nullable(),
      name: z.string(),
      employee_code: z.string().nullable(),
      position_name: z.string().nullable(),
    }),
    year: z.number(),
    month: z.number(),
    state: z.enum(['open', 'review', 'locked']),
    totals: listedTotal(),
    lines: z.record(z.enum(COUNTED_KINDS), lineSum()),
    in_progress: lineSum(),
    /** How the totals come from the figures: the expressions in force, or those of the seal. */
    expressions: z.object({ total_point_1: z.string(), total_point_2: z.string() }),
    /** The twelve months up to this one, the oldest first. */
    previous: statementMonth().array(),
    /** Hash of the figures: what a confirmation sends back. */
    sha256: z.string(),
    confirmation: confirmation(),
    review: monthReview().nullable(),
    sealed: sealMark().nullable(),
    /** Questions of this person about this month that are not closed. */
    open_questions: z.number(),
  });
export type Statement = z.infer<ReturnType<typeof statement>>;

/** Who set the points of a line by hand, and what they were before. */
const lineAdjustment = () =>
  z.object({ by: z.string().nullable(), at: z.string(), from: z.number().nullable(), reason: z.string().nullable() });

export const statementLine = () =>
  z.object({
    kind: keysOf(LINE_KINDS),
    /** Id of the record in its entity. */
    id: z.number(),
    entity: z.enum(['directs', 'mistakes', 'indirects', 'pro']),
    /** Code of the job, title of the mistake, content of the indirect work, date of the rating. */
    title: z.string().nullable(),
    /** Building and customer of a job; empty otherwise. */
    subtitle: z.string().nullable(),
    /** Return date, or the date of the record. */
    date: z.string().nullable(),
    tsubosuu: z.number().nullable(),
    /** Null where a job has no result. */
    point: z.number().nullable(),
    /** T or N of a mistake, C or K of indirect work. */
    type: z.string().nullable(),
    is_checked: z.literal([0, 1]).nullable(),
    adjusted: lineAdjustment().nullable(),
    /** Path of the call that explains the points; null where there is nothing to explain. */
    explanation: z.string().nullable(),
  });
export type StatementLine = z.infer<ReturnType<typeof statementLine>>;

/** A row of the office's list `GET /statements`. */
export const statementOverview = () =>
  z.object({
    user_id: z.number(),
    username: z.string(),
    name: z.string(),
    state: keysOf(STATEMENT_STATES),
    /** The points are no longer those that were confirmed, also where a question (`asked`) comes first. */
    changed: z.boolean(),
    total_point_1: z.number().nullable(),
    total_point_2: z.number().nullable(),
    confirmed_at: z.string().nullable(),
    open_questions: z.number(),
  });
export type StatementOverview = z.infer<ReturnType<typeof statementOverview>>;

/** `GET /statements`: everybody whom the reader may see, or a page of them. */
export const statementOverviews = () =>
  z.object({
    data: statementOverview().array(),
    per_page: z.number(),
    current_page: z.number(),
    total: z.number(),
    from: z.number().nullable(),
    to: z.number().nullable(),
    /** All people by state. */
    counts: z.record(keysOf(STATEMENT_STATES), z.number()),
    review: monthReview().nullable(),
  });
export type StatementOverviews = z.infer<ReturnType<typeof statementOverviews>>;
