import { parseOrder } from '../../crud/query.ts';
import { sortKey } from '../../platform/text/sort-key.ts';

/** The order of computed rows of people. */
export interface RowOrder<Key extends string> {
  key: Key;
  descending: boolean;
}

/** The order that `order_by` asks for, by one of `keys` in any case of letters, `id` being the person's; undefined for anything else. */
export function readRowOrder<Key extends string>(text: string, keys: readonly Key[]): RowOrder<Key | 'user_id'> | undefined {
  const order = parseOrder(text);
  const key = order?.column === 'id' ? 'user_id' : keys.find((candidate) => candidate.toLowerCase() === order?.column);
  return order && key && { key, descending: order.descending };
}

type Sortable = string | number | null | undefined;

/** Compares values of a column: numbers by size, texts by the Vietnamese alphabet, missing ones first. */
export function createValueComparison(): (a: Sortable, b: Sortable) => number {
  const keys = new Map<string, string>();
  const keyOf = (value: Sortable): string | number => {
    if (typeof value === 'number') return value;
    const text = value ?? '';
    if (!keys.has(text)) keys.set(text, sortKey(text));
    return keys.get(text)!;
  };
  return (a, b) => {
    if (a === b) return 0;
    if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
    if (b === null || b === undefined) return 1;
    const [left, right] = [keyOf(a), keyOf(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
