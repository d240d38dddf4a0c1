import * as z from 'zod';
import '../../field-schemas.ts';

/** One of the keys of a table of texts. */
export function keysOf<const O extends Readonly<Record<string, unknown>>>(texts: O) {
  return z.enum(Object.keys(texts) as (keyof O & string)[]);
}
