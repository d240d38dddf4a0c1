import * as z from 'zod';
import '../../field-schemas.ts';

/** One of the keys of a table of texts. */
export function keysOf<const O extends Readonly<Record<string, unknown>>>(texts: O) {
  return z.enum(Object.keys(texts) as (keyof O & string)[]);
}

/** Fields of one kind. */
export function fieldsOf<S extends z.ZodType, const Name extends string>(schema: S, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>;
}
