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
  const isMark = (name: string) => contract.fields[name]?.readonly === true;
  const marks = Object.keys(values).some(isMark) ? Object.entries(values).filter(([name]) => isMark(name)) : [];
  const edited = marks.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !isMark(name)));
  const derived = deriveColumns && (!before || Object.keys(edited).length > 0) ? deriveColumns(edited, context) : edited;
  const wanted = marks.length === 0 ? derived : { ...derived, ...Object.fromEntries(marks) };
  const changed = listChanges(wanted, before).filter((name) => columns.has(name));
  if (before && changed.length === 0) return undefined;
  const planned: Values = {};
  // A new record has every month: also where rows come from a table, in which what is not set is NULL.
  if (!before) for (const name of monthsOf(contract)) planned[name] = '';
  for (const name of changed) {
    const value = toStoredValue(resource, name, wanted[name]);
    planned[name] = isStructure(value) ? JSON.stringify(value) : value;
    if (typeof value !== 'number') deriveTextKeys(resource, name, value, planned);
  }
  return Object.assign(planned, !before && { created_at: time }, { updated_at: time });
}

/** The names of the values that a record does not hold; of a new record all that are given. */
export function listChanges(values: Values, before: Values | undefined): string[] {
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
