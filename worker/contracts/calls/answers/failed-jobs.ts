import * as z from 'zod';
import '../../field-schemas.ts';

/** A job that the queue gave up. */
export const failedJob = z.object({
  id: z.number(),
  type: z.string().nullable(),
  body: z.string(),
  error: z.string().nullable(),
  attempts: z.number(),
  failed_at: z.string(),
  dead_at: z.string(),
});
export type FailedJob = z.infer<typeof failedJob>;
