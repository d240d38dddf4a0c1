import * as z from 'zod';
import '../../field-schemas.ts';

/** The two expressions of the totals, as `GET /totals-expressions` answers them. */
export const totalsExpressions = () =>
  z.object({
    total_point_1: z.string(),
    total_point_2: z.string(),
    version: z.number(),
    updated_at: z.string().nullable(),
    /** The month (YYYY-MM) from which this version counts, null: always; and the last one in which it does, null: still. */
    valid_from: z.string().nullable(),
    valid_to: z.string().nullable(),
  });
export type TotalsExpressions = z.infer<ReturnType<typeof totalsExpressions>>;
