import * as z from 'zod';
import '../../field-schemas.ts';
import { formulaProblem } from './formula-problems.ts';

/** The place of a formula: a column of a rule row. */
export const formulaPlace = () =>
  z.object({ entity: z.enum(['tsubos', 'formula-base-points', 'formula-results']), row_id: z.number(), field: z.string() });
export type FormulaPlace = z.infer<ReturnType<typeof formulaPlace>>;

/** Why a direct has no result. */
export const issue = () =>
  z.discriminatedUnion('code', [
    z.object({
      code: z.literal('no_standard'),
      reason: z.enum(['no_customer', 'no_work_category', 'no_row']),
      customer_id: z.number().nullable(),
      work_category_id: z.number().nullable(),
    }),
    z.object({
      code: z.literal('no_scale'),
      scale_code: z.string(),
      reason: z.enum(['no_match', 'no_row']),
      tsubo_id: z.number().nullable(),
    }),
    z.object({ code: z.literal('no_base_point'), scale_code: z.string() }),
    z.object({ code: z.literal('no_formula'), scale_code: z.string(), reason: z.enum(['no_row', 'empty']), field: z.string().nullable() }),
    z.object({ code: z.literal('empty_variable'), variable: z.string(), place: formulaPlace() }),
    z.object({ code: z.literal('not_finite'), place: formulaPlace() }),
    z.object({ code: z.literal('bad_formula'), place: formulaPlace(), problem: formulaProblem() }),
    z.object({ code: z.literal('edited_meanwhile') }),
  ]);
export type Issue = z.infer<ReturnType<typeof issue>>;

export const issueCode = () => z.enum(issue().options.map(({ shape }) => shape.code.value));
