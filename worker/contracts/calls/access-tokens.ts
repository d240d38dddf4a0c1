import * as z from 'zod';
import '../field-schemas.ts';
import { ENTITY_NAMES } from '../contracts.ts';
import { ruleToken } from '../rules.ts';
import type { Text } from '../text.ts';
import { isDate, isStorable, padMoment } from '../value-forms.ts';
import { ACCESS_TOKEN_FIELDS } from './access-token-form.ts';

/** What a token can be limited to: the first part of the addresses that it reads. */
const TOKEN_AREAS = [...ENTITY_NAMES, 'totals', 'total_customers', 'home'] as const;

export const ACCESS_TOKEN_LABELS = {
  name: ACCESS_TOKEN_FIELDS.name.label,
  entities: { vi: 'Danh sách được đọc', en: 'Lists it reads' },
  expires_at: ACCESS_TOKEN_FIELDS.expires_at.label,
} satisfies Record<string, Text>;

/** Body of `POST /me/tokens`. The end is a time, or a day, through which the token works; without `entities` it reads whatever its owner may. */
export const accessTokenRequest = () =>
  z.object({
    name: z
      .string({ error: ruleToken('required') })
      .trim()
      .min(1, { error: ruleToken('required') })
      .max(100, { error: ruleToken('max_length', { max: 100 }) })
      .refine(isStorable, { error: ruleToken('characters') }),
    entities: z
      .array(z.enum(TOKEN_AREAS, { error: ruleToken('option', { options: TOKEN_AREAS.join(', ') }) }), { error: ruleToken('invalid') })
      // Of no list at all is not of every list.
      .min(1, { error: ruleToken('required') })
      .max(TOKEN_AREAS.length, { error: ruleToken('invalid') })
      .nullish(),
    expires_at: z
      .preprocess(
        (raw) => (typeof raw === 'string' ? padMoment(raw) : raw),
        z.string({ error: ({ input }) => ruleToken(input == null ? 'required' : 'date') }),
      )
      .refine(isDayOrTime, { error: ruleToken('date') }),
  });

function isDayOrTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^.{10}(?: ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.test(text);
}
