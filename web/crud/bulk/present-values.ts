import { useQuery } from '@tanstack/react-query';
import { MAX_ROWS_AT_ONCE } from '#contracts/calls/operations.ts';
import type { Contract } from '#contracts/contract.ts';
import { MAX_IDS } from '#contracts/paging.ts';
import { type Row, readPage } from '../../api/client.ts';
import type { ChosenRecords } from '../list/use-selection.ts';

/** The chosen records as they are now; undefined of more than 1,000, which are not read. */
export function useChosenRows(entity: string, records: ChosenRecords): readonly Row[] | undefined {
  const count = 'ids' in records ? records.ids.length : records.expected;
  const { data } = useQuery({
    queryKey: ['chosen', entity, records],
    queryFn: () => readRows(entity, records),
    enabled: count <= MAX_ROWS_AT_ONCE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: undefined,
    meta: { silent: true },
  });
  return data;
}

async function readRows(entity: string, records: ChosenRecords): Promise<readonly Row[]> {
  if ('filter' in records) return (await readPage<Row>(entity, { ...records.filter, limit: MAX_ROWS_AT_ONCE })).data;
  const found: Row[] = [];
  for (let at = 0; at < records.ids.length; at += MAX_IDS) {
    const ids = records.ids.slice(at, at + MAX_IDS);
    found.push(...(await readPage<Row>(entity, { ids: ids.join(), limit: ids.length })).data);
  }
  return found;
}

/** What a field holds in the chosen records: how many different values, and the value where it is one. */
export interface PresentValue {
  count: number;
  value: unknown;
}

export function findPresentValue(rows: readonly Row[], name: string): PresentValue {
  const values = new Map(rows.map((row) => [keyOf(row[name]), row[name]]));
  return { count: values.size, value: values.size === 1 ? [...values.values()][0] : undefined };
}

const keyOf = (value: unknown): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : (value ?? ''));

/**
 * The fields that many records can be given the same value of: those of the form, but for a key of its own and what `kept` names. `first` are those
 * that the list shows.
 */
export function listEditedFields(contract: Contract, kept: readonly string[]): { first: string[]; others: string[] } {
  const { fields, columns, relations, unique = [] } = contract;
  const keys = new Set(unique.flatMap((names) => (names.length === 1 ? [names[0]!.replace(/_(fold|key)$/, '')] : [])));
  const names = Object.entries(fields).flatMap(([name, { readonly, secret, image, kind }]) =>
    readonly || secret || image || kind === 'values' || keys.has(name) || kept.includes(name) ? [] : [name],
  );
  const shown = new Set(columns.filter(({ folded }) => !folded).map(({ key }) => relations[key.split('.')[0]!]?.field ?? key));
  const first = names.filter((name) => shown.has(name));
  return first.length === 0 || names.length <= MAX_UNFOLDED
    ? { first: names, others: [] }
    : { first, others: names.filter((name) => !shown.has(name)) };
}

/** So many fields are shown together. */
const MAX_UNFOLDED = 14;
