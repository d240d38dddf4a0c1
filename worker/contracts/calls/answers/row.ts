import * as z from 'zod';
import '../../field-schemas.ts';
import type { Field, Fields } from '../../fields.ts';

/** A row of these fields, with what its relations and rights add or leave out. */
export function rowAnswer(fields: Fields): z.ZodType<object> {
  const open = Object.entries(fields).filter(([, { secret }]) => !secret);
  const values = Object.fromEntries(open.map(([name, field]) => [name, storedValue(field).nullable().optional()]));
  return z.looseObject({ id: z.number(), ...values });
}

function storedValue({ kind }: Field) {
  if (kind === 'refs') return z.array(z.number());
  return ['integer', 'decimal', 'flag', 'ref'].includes(kind) ? z.number() : z.string();
}

/** A record by what it is called. */
export const named = () => z.object({ id: z.number(), name: z.string() });
export type Named = z.infer<ReturnType<typeof named>>;
