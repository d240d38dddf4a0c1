import { sql } from 'drizzle-orm';
import { type BodySchemaOf, waiveRequired } from '../contracts/body-schemas.ts';
import type { Grant } from '../contracts/roles.ts';
import { query } from '../platform/db/query.ts';
import { asBoolean, readValue } from '../platform/db/typed-rows.ts';
import { AppError } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import { parseBody } from './parse-call.ts';
import { type Resource, tableNameOf, type Values } from './resource.ts';

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
