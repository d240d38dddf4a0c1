import * as z from 'zod';
import '../../field-schemas.ts';
import { fieldsOf } from './keys-of.ts';

/**
 * Sums over the directs that a list's filters leave: points and minutes of those who designed and checked them. Of a person or several (`person_id`,
 * `person_ids`): their share, as designer and as checker; floor area and difficulty of what they designed.
 */
export const directSums = () =>
  z.object({
    ...fieldsOf(z.number(), 'directs', 'design_points', 'check_points', 'total'),
    /** Points that count for nobody, and in no total: of jobs without a designer or without a checker. */
    ...fieldsOf(
      z.number(),
      'unassigned',
      'standard_design_points',
      'standard_check_points',
      'design_minutes',
      'check_minutes',
      'tsubo',
      'difficulty',
    ),
  });
export type DirectSums = z.infer<ReturnType<typeof directSums>>;
