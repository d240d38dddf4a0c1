import * as z from 'zod';
import '../../field-schemas.ts';
import { formulaProblem } from './formula-problems.ts';

/** A part of a formula, with its variables' names and with their values; `value` is null where it has none. */
const formulaStep = () => z.object({ text: z.string(), substituted: z.string(), value: z.union([z.number(), z.string()]).nullable() });
export type FormulaStep = z.infer<ReturnType<typeof formulaStep>>;

/** Exactly one of value, problem and failure is set; `variables` lists the names the formula uses. */
export const tryFormulaAnswer = () =>
  z.object({
    value: z.number().nullable(),
    substituted: z.string().nullable(),
    variables: z.string().array(),
    /** What it is computed from, in that order; the whole formula last. */
    steps: formulaStep().array(),
    problem: formulaProblem().nullable(),
    failure: z
      .union([z.object({ code: z.literal('empty_variable'), variable: z.string() }), z.object({ code: z.literal('not_finite') })])
      .nullable(),
  });
export type TryFormulaAnswer = z.infer<ReturnType<typeof tryFormulaAnswer>>;
