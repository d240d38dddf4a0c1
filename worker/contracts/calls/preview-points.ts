import * as z from 'zod';
import { idSchema } from '../field-schemas.ts';
import { ruleToken } from '../rules.ts';
import type { Text } from '../text.ts';

export const PREVIEW_POINTS_LABELS = {
  id: { vi: 'Công việc', en: 'Job' },
  values: { vi: 'Giá trị', en: 'Values' },
} satisfies Record<string, Text>;

/** Body of a look at points before saving: the values typed into the form of a job, over those of the job where one is named. */
export const previewPointsRequest = () =>
  z.object(
    {
      id: idSchema.nullish().transform((id) => id ?? undefined),
      values: z.record(z.string(), z.unknown(), { error: ruleToken('invalid') }),
    },
    { error: ruleToken('invalid') },
  );
