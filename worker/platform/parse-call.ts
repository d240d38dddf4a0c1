import { createSchema } from '../contracts/body-schemas.ts';
import { META_LABELS } from '../contracts/contract.ts';
import { idSchema } from '../contracts/field-schemas.ts';
import type { Field, Fields, Values } from '../contracts/fields.ts';
import { messagesOf, type Rule, type RuleParams, ruleMessage, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import { AppError } from './errors.ts';

/** The values of a call's fields: of a required one always, of another that was not sent none. */
export type CallValues<F extends Fields> = { [K in RequiredName<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredName<F>>]?: ValueOf<F[K]> | null;
};
type RequiredName<F extends Fields> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F];
type ValueOf<F> = F extends Field<infer V> ? V : never;

/** The body of a call that is no entity's, as values of its fields; a 422 with a message for each bad one. */
export function parseCallBody<const F extends Fields>(fields: F, body: Values, lang: Lang): CallValues<F> {
  const result = createSchema(fields).safeParse(body);
  if (!result.success) {
    throw new AppError('invalid', {}, { messages: messagesOf(result.error, (field) => fields[field]?.label[lang] ?? field, lang) });
  }
  return result.data as CallValues<F>;
}

/** The parameters of a call as values of its fields; empty ones count as absent. One that is unknown or sent twice is named in a 422. */
export function parseParams<const F extends Fields>(fields: F, params: URLSearchParams, lang: Lang): CallValues<F> {
  const seen = new Set<string>();
  const refused = [...params.keys()].flatMap((name) => {
    const rule = !Object.hasOwn(fields, name) ? 'unknown_parameter' : seen.has(name) ? 'repeated_parameter' : undefined;
    seen.add(name);
    return rule ? [[name, ruleMessage(ruleToken(rule, { value: name }), name, lang)] as const] : [];
  });
  if (refused.length > 0) throw new AppError('invalid', {}, { messages: Object.fromEntries(refused) });
  return parseCallBody(fields, Object.fromEntries([...params].filter(([, value]) => value.trim() !== '')), lang);
}

/** The id in a path; throws a 422 for anything but a positive integer. */
export function parseId(text: string, lang: Lang): number {
  const parsed = idSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', {}, { messages: { id: ruleMessage(ruleToken('id'), META_LABELS.id![lang], lang) } });
}

/** The id in the path of a call that takes no parameters; a 422 names those that were sent. */
export function parseIdAlone(text: string, params: URLSearchParams, lang: Lang): number {
  parseParams({}, params, lang);
  return parseId(text, lang);
}

/** A 422 for one field of a call. */
export function invalidField(fields: Fields, field: string, rule: Rule, lang: Lang, params: RuleParams = {}): AppError {
  const message = ruleMessage(ruleToken(rule, params), fields[field]?.label[lang] ?? field, lang);
  return new AppError('invalid', {}, { messages: { [field]: message } });
}
