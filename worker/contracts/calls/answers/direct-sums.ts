import * as z from 'zod';
import '../../field-schemas.ts';

/**
 * Sums over the directs that a list's filters leave: points and minutes of those who designed and checked them. Of a person or several (`person_id`,
 * `person_ids`): their share, as designer and as checker; floor area and difficulty of what they designed.
 */
export const directSums = () =>
  z.object({
    directs: z.number(),
    design_points: z.number(),
    check_points: z.number(),
    total: z.number(),
    /** Points that count for nobody, and in no total: of jobs without a designer or without a checker. */
    unassigned: z.number(),
    standard_design_points: z.number(),
    standard_check_points: z.number(),
    design_minutes: z.number(),
    check_minutes: z.number(),
    tsubo: z.number(),
    difficulty: z.number(),
  });
export type DirectSums = z.infer<ReturnType<typeof directSums>>;
