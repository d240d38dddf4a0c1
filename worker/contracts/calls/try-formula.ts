import * as z from 'zod';
import { idSchema } from '../field-schemas.ts';
import { ruleToken } from '../rules.ts';
import type { Text } from '../text.ts';
import { FORMULA_SCOPES } from './formula-language.ts';

export const TRY_FORMULA_LABELS = {
  direct_id: { vi: 'Công việc', en: 'Job' },
  scope: { vi: 'Vị trí công thức', en: 'Place of the formula' },
  source: { vi: 'Công thức', en: 'Formula' },
  values: { vi: 'Giá trị', en: 'Values' },
} satisfies Record<string, Text>;

/** More than a formula has variables. */
const MAX_TRIED_VALUES = 500;

/** Body of the try-it box: a formula, where it stands, and values for the names it uses, over those of a direct when one is named. */
export const tryFormulaRequest = () =>
  z.object(
    {
      direct_id: idSchema.optional(),
      scope: z.enum(FORMULA_SCOPES, { error: ruleToken('option', { options: FORMULA_SCOPES.join(', ') }) }),
      source: z.string({ error: ruleToken('text') }),
      values: z
        .record(z.string(), z.union([z.number(), z.string(), z.null()]), { error: ruleToken('invalid') })
        .refine((values) => Object.keys(values).length <= MAX_TRIED_VALUES, { error: ruleToken('max_entries', { max: MAX_TRIED_VALUES }) })
        .default({}),
    },
    { error: ruleToken('invalid') },
  );
export type TryFormulaRequest = z.infer<ReturnType<typeof tryFormulaRequest>>;
