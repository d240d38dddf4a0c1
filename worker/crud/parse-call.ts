import type { z } from 'zod';
import { createSchema } from '../contracts/body-schemas.ts';
import { labelOf } from '../contracts/contract.ts';
import type { Field, Fields } from '../contracts/fields.ts';
import { messagesOf, type Rule, type RuleParams, ruleMessage, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import { AppError } from '../platform/errors.ts';
import type { Resource, Values } from './resource.ts';

/** The values of a call's fields: of a required one always, of another that was not sent none. */
export type CallValues<F extends Fields> = { [K in RequiredName<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredName<F>>]?: ValueOf<F[K]> | null;
};
type RequiredName<F extends Fields> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F];
type ValueOf<F> = F extends Field<infer V> ? V : never;

/** The body as values of the contract, or a 422 with a message for each bad field. */
export function parseBody(resource: Resource, schema: z.ZodType<Values>, body: Values, lang: Lang): Values {
  const result = schema.safeParse(body);
  if (!result.success) {
    throw new AppError('invalid', {}, { messages: messagesOf(result.error, (field) => labelOf(resource.contract, field, lang), lang) });
  }
  return Object.fromEntries(Object.entries(result.data).filter(([, value]) => value !== undefined));
}

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
  const names = [...params.keys()];
  const refused = names.flatMap((name, place) => {
    const rule = !Object.hasOwn(fields, name) ? 'unknown_parameter' : names.indexOf(name) < place ? 'repeated_parameter' : undefined;
    return rule ? [[name, ruleMessage(ruleToken(rule, { value: name }), name, lang)] as const] : [];
  });
  if (refused.length > 0) throw new AppError('invalid', {}, { messages: Object.fromEntries(refused) });
  return parseCallBody(fields, Object.fromEntries([...params].filter(([, value]) => value.trim() !== '')), lang);
}

/** A 422 for one field of a call. */
export function invalidField(fields: Fields, field: string, rule: Rule, lang: Lang, params: RuleParams = {}): AppError {
  const message = ruleMessage(ruleToken(rule, params), fields[field]?.label[lang] ?? field, lang);
  return new AppError('invalid', {}, { messages: { [field]: message } });
}
