import { fold } from '../text/fold.ts';
import { sortKey } from '../text/sort-key.ts';
import type { Resource, Values, WriteContext } from './resource.ts';

/** Column values for a write: what the body and the resource's hook say, with search and sort keys and times. */
export async function toColumnValues(resource: Resource, values: Values, context: WriteContext): Promise<Values> {
  const chosen = resource.toInsert ? await resource.toInsert(values, context) : values;
  const now = context.clock.time();
  const columns: Values = { ...chosen, ...(context.verb === 'create' && { created_at: now }), updated_at: now };
  for (const [name, value] of Object.entries(chosen)) {
    if (Array.isArray(value)) columns[name] = JSON.stringify(value);
    Object.assign(columns, deriveTextKeys(resource, name, value));
  }
  return Object.fromEntries(Object.entries(columns).filter(([name]) => resource.columns.has(name)));
}

/** The folded and the sorting form of a text, for the columns that exist. */
export function deriveTextKeys({ columns }: Resource, name: string, value: unknown): Values {
  const text = typeof value === 'string' ? value : null;
  return {
    ...(columns.has(`${name}_fold`) && { [`${name}_fold`]: text === null ? null : fold(text) }),
    ...(columns.has(`${name}_sort`) && { [`${name}_sort`]: text === null ? null : sortKey(text) }),
  };
}
