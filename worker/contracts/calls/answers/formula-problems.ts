import * as z from 'zod';
import '../../field-schemas.ts';
import { FORMULA_PROBLEMS, type FormulaProblem } from '../formula-problems.ts';
import { keysOf } from './keys-of.ts';

export const formulaProblem = () =>
  z.object({
    code: keysOf(FORMULA_PROBLEMS),
    position: z.number(),
    name: z.string().optional(),
    expected: z.union([z.string(), z.number()]).optional(),
    given: z.number().optional(),
    suggestion: z.string().optional(),
  }) satisfies z.ZodType<FormulaProblem>;
