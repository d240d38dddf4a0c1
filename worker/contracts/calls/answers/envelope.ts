import * as z from 'zod';
import '../../field-schemas.ts';

/** A page of rows, as every list answers it. */
export function envelope<R extends z.ZodType>(row: R) {
  const place = z.number().nullable();
  return z.object({ data: row.array(), per_page: z.number(), current_page: z.number(), total: z.number(), from: place, to: place });
}

/** What a delete answers. */
export const deletedAnswer = () => z.object({ message: z.string(), ids: z.number().array() });
export type DeletedAnswer = z.infer<ReturnType<typeof deletedAnswer>>;

/** What a write warns of, in words; absent where it warns of nothing. */
export const WARNINGS = () => ({ warnings: z.string().array().optional() });
