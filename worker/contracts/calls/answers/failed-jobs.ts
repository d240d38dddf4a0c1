import * as z from 'zod';
import '../../field-schemas.ts';

/** A job that the queue gave up. */
export const failedJob = () =>
  z.object({
    id: z.number(),
    type: z.string().nullable(),
    body: z.string(),
    error: z.string().nullable(),
    attempts: z.number(),
    failed_at: z.string(),
    dead_at: z.string(),
    /** When an Admin sent it again or settled it. */
    settled_at: z.string().nullable(),
    /** Whether it can be sent again: what works on a run can't, as the run has failed. */
    repeatable: z.boolean(),
  });
export type FailedJob = z.infer<ReturnType<typeof failedJob>>;
