import * as z from 'zod';
import '../../field-schemas.ts';
import { formulaProblem } from './formula-problems.ts';

/** Exactly one of value, problem and failure is set; `variables` lists the names the formula uses. */
export const tryFormulaAnswer = z.object({
  value: z.number().nullable(),
  substituted: z.string().nullable(),
  variables: z.string().array(),
  problem: formulaProblem.nullable(),
  failure: z
    .union([
      z.object({
        code: z.literal('empty_variable'),
        variable: z.string(),
      }),
      z.object({
        code: z.literal('not_finite'),
      }),
    ])
    .nullable(),
});
export type TryFormulaAnswer = z.infer<typeof tryFormulaAnswer>;
