import type { Contract } from '../contracts/contract.ts';
import type { Values } from '../contracts/fields.ts';
import { rememberResults } from '../platform/text/remember-results.ts';
import { deriveTextKeys } from '../platform/text/text-keys.ts';
import type { DeriveContext, Resource } from './resource.ts';

/**
 * The columns that a write sets: the values, what the resource derives from them, search and sort keys, times. Of a record that is there only
 * what differs from it; undefined when nothing does. `time` is office time. Read-only fields, such as a check mark, are taken as they are: nothing is derived from them.
 */
export function planColumns(resource: Resource, values: Values, context: DeriveContext & { time: string }): Values | undefined {
  const { columns, contract, deriveColumns } = resource;
  const { before, time } = context;
  const [edited, marked]: [Values, Values] = [{}, {}];
  for (const name of Object.keys(values)) (contract.fields[name]?.readonly ? marked : edited)[name] = values[name];
  const derived = deriveColumns && (!before || Object.keys(edited).length > 0) ? deriveColumns(edited, context) : edited;
  const wanted: Values = Object.assign({ ...derived }, marked);
  const planned: Values = {};
  // A new record has every month: also where rows come from a table, in which what is not set is NULL.
  if (!before) for (const name of monthsOf(contract)) planned[name] = '';
  for (const name of Object.keys(wanted)) {
    const given = wanted[name];
    if (given === undefined || !columns.has(name) || (before && isSameValue(given, before[name]))) continue;
    const value = toStoredValue(resource, name, given);
    planned[name] = isStructure(value) ? JSON.stringify(value) : value;
    if (typeof value !== 'number') deriveTextKeys(resource, name, value, planned);
  }
  if (before && Object.keys(planned).length === 0) return undefined;
  return Object.assign(planned, !before && { created_at: time }, { updated_at: time });
}

/** The names of the values that a record does not hold; of a new record all that are given. */
export function listChangedColumns(values: Values, before: Values | undefined): string[] {
  return Object.keys(values).filter((name) => values[name] !== undefined && !(before && isSameValue(values[name], before[name])));
}

/** A list or an object of values, which a column keeps as JSON. */
const isStructure = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether two values of a field are equal: nothing is null, lists are compared in their order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isStructure(one) && isStructure(other)) return JSON.stringify(one) === JSON.stringify(other);
  return (one ?? null) === (other ?? null);
}

/** As its column holds it: no month is an empty text. */
export function toStoredValue({ contract }: Resource, name: string, value: unknown): unknown {
  return value ?? (contract.fields[name]?.kind === 'month' ? '' : null);
}

/** The fields of an entity that are months, listed once: a file of 100,000 rows asks for them as often. */
const monthsOf = rememberResults(({ fields }: Contract) => Object.keys(fields).filter((name) => fields[name]!.kind === 'month'));
