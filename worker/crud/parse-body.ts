import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type BodySchemaOf, waiveRequired } from '../contracts/body-schemas.ts';
import { labelOf } from '../contracts/contract.ts';
import type { Values } from '../contracts/fields.ts';
import type { Grant } from '../contracts/roles.ts';
import { messagesOf } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import type { Caller } from '../platform/caller.ts';
import { query } from '../platform/db/query.ts';
import { asBoolean, readValue } from '../platform/db/typed-rows.ts';
import { AppError } from '../platform/errors.ts';
import { type Resource, tableNameOf } from './resource.ts';

/** The body as values of the contract, or a 422 with a message for each bad field. */
export function parseBody(resource: Resource, schema: z.ZodType<Values>, body: Values, lang: Lang): Values {
  const result = schema.safeParse(body);
  if (!result.success) {
    throw new AppError('invalid', {}, { messages: messagesOf(result.error, (field) => labelOf(resource.contract, field, lang), lang) });
  }
  return Object.fromEntries(Object.entries(result.data).filter(([, value]) => value !== undefined));
}

/**
 * The body as values of the contract, or a 422. A missing choice is let pass where there is nothing to choose, as in a new installation;
 * whether that is so is read only when the choice is missing.
 */
export async function parseWithEmptyChoices(
  resource: Resource,
  caller: Caller,
  grant: Grant | undefined,
  schemaOf: BodySchemaOf,
  body: Values,
): Promise<Values> {
  const { fields } = resource.contract;
  try {
    return parseBody(resource, schemaOf(fields), body, caller.lang);
  } catch (refusal) {
    const refused = refusal instanceof AppError ? Object.keys(refusal.options.messages ?? {}) : [];
    const missing = refused.filter((name) => fields[name]?.requiredIfAny && (body[name] ?? '') === '');
    if (missing.length === 0) throw refusal;
    const { results: choices } = await caller.read(grant, () =>
      missing.map((name) => {
        const isOffered = sql`SELECT EXISTS (SELECT 1 FROM ${sql.identifier(tableNameOf(fields[name]!.entity!))})`;
        return query({ isOffered: query(isOffered, readValue(asBoolean)) }, ({ isOffered }) => ({ name, isOffered }));
      }),
    );
    const waived = choices.flatMap(({ name, isOffered }) => (isOffered ? [] : [name]));
    if (waived.length === 0) throw refusal;
    return parseBody(resource, schemaOf(waiveRequired(fields, waived)), body, caller.lang);
  }
}
