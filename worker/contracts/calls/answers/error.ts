import * as z from 'zod';
import '../../field-schemas.ts';

/** The body of every answer that is not 200 or 201. `current`: the record as it is, where a stale version was sent; `saved_by` wrote it last. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  messages: z.record(z.string(), z.string()).optional(),
  request_id: z.string(),
  current: z.record(z.string(), z.unknown()).optional(),
  saved_by: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
