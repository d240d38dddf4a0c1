import * as z from 'zod';
import '../../field-schemas.ts';
import { QUESTION_KINDS, QUESTION_STATUSES } from '../questions.ts';
import { keysOf } from './keys-of.ts';

export const questionRow = () =>
  z.object({
    id: z.number(),
    version: z.number(),
    user_id: z.number(),
    user_name: z.string().nullable(),
    /** YYYY-MM. */
    month: z.string(),
    kind: keysOf(QUESTION_KINDS),
    record_id: z.number().nullable(),
    /** What names the record: its code or title when it was asked. */
    record_title: z.string().nullable(),
    text: z.string(),
    expected_point: z.number().nullable(),
    picture: z.string().nullable(),
    status: keysOf(QUESTION_STATUSES),
    created_at: z.string(),
    answered_at: z.string().nullable(),
    closed_at: z.string().nullable(),
    /** Whole days from asking to closing, or until now. */
    age_days: z.number(),
    answers: z.number(),
  });
export type QuestionRow = z.infer<ReturnType<typeof questionRow>>;

export const questionEvent = () =>
  z.object({
    id: z.number(),
    user_id: z.number(),
    user_name: z.string().nullable(),
    action: z.enum(['answer', 'close', 'reopen']),
    text: z.string().nullable(),
    at: z.string(),
  });
export type QuestionEvent = z.infer<ReturnType<typeof questionEvent>>;

/** A correction that was made from inside the question. */
export const questionCorrection = () =>
  z.object({
    history_id: z.number(),
    entity: z.string(),
    record_id: z.number(),
    user_name: z.string().nullable(),
    at: z.string(),
    changes: z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }).array(),
  });
export type QuestionCorrection = z.infer<ReturnType<typeof questionCorrection>>;

export const question = () =>
  questionRow().extend({
    /** Key facts of the record when it was asked; null for a question without record. */
    record: z.record(z.string(), z.unknown()).nullable(),
    /** The same facts now; null where the record is gone. */
    record_now: z.record(z.string(), z.unknown()).nullable(),
    thread: questionEvent().array(),
    corrections: questionCorrection().array(),
    /** What the reader may do. */
    can_answer: z.boolean(),
  });
export type Question = z.infer<ReturnType<typeof question>>;
