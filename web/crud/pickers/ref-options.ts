import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contractOf, titleOf } from '#contracts/contracts.ts';
import { FIND } from '#contracts/field-filters.ts';
import { readTypedNumber } from '#text/read-number.ts';
import { listQuery, type Page, type Query, type Row, rowQuery } from '../../api/client.ts';
import { decimalMark, formatNumber, formatTitle, translate, useText } from '../../i18n/index.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { cellValue } from '../list/cell.tsx';

const PAGE_SIZE = 50;

/** A record as an entry of a picker. */
export function toOption(entity: string, row: Row): Option {
  const { field, hint } = titleOf(entity);
  const name = row[field];
  const label = typeof name === 'number' ? formatNumber(name) : formatTitle((name as string | null) ?? `#${row.id}`);
  const second = hint ? cellValue(row, hint) : undefined;
  return { value: row.id, label, hint: (second ?? '') === '' ? undefined : String(second) };
}

/** 'DR-2609-1273 池田様邸': what names the record, then its second name. */
export function recordTitle(entity: string, row: Row): string {
  const { label, hint } = toOption(entity, row);
  return hint ? `${label} ${hint}` : label;
}

/** Records of an entity for a picker, read from the first search on, which is the server's so that it stays quick with any number of them. */
export function useRefOptions(entity: string, query: Query = {}, enabled = true) {
  const [search, setSearch] = useState<string | null>(null);
  const { data, isFetching } = useQuery({
    ...optionsQuery(entity, query, search?.trim() ?? ''),
    enabled: enabled && search !== null,
  });
  const state = isFetching ? 'loading' : search !== null && enabled && !data ? 'failed' : undefined;
  const { lang } = useText();
  const emptyText = translate('list.nothing_yet', { name: contractOf(entity)?.label[lang].toLowerCase() ?? '' });
  return { options: (data?.data ?? []).map((row) => toOption(entity, row)), onSearch: setSearch, state, emptyText } as const;
}

/** Whether a picker has found that there is nothing to choose from; asks nothing itself. */
export function useHasNoOptions(entity: string | undefined, query: Query = {}): boolean {
  const { data } = useQuery({ ...optionsQuery(entity ?? '', query, ''), enabled: false });
  return entity !== undefined && data?.total === 0;
}

/** The first matches of what is typed. That there is none is asked for anew each time: somebody may be adding one. */
function optionsQuery(entity: string, query: Query, search: string) {
  const order_by = `${contractOf(entity)?.title.field ?? 'id'} ASC`;
  return {
    ...listQuery<Row>(entity, { ...query, limit: PAGE_SIZE, order_by, ...searchQuery(entity, search) }),
    staleTime: ({ state }: { state: { data?: Page<Row> | undefined } }) => (state.data?.total === 0 ? 0 : 60_000),
  };
}

/** A record named by a number is found by how the number begins: 1,1 finds 1.1 and 1.15. Else every word is looked for in names and codes. */
function searchQuery(entity: string, search: string): Query {
  const contract = contractOf(entity);
  const field = contract?.title.field ?? '';
  const number = contract?.fields[field]?.kind === 'decimal' ? readFactor(search) : undefined;
  if (number === undefined) return { [FIND]: search };
  const places = search.split(/[.,]/)[1]?.length ?? 0;
  return { [`${field}__ge`]: number, [`${field}__le`]: (number + 10 ** -places - 1e-6).toFixed(6) };
}

/** Of several readings the last one: with decimals, as factors have. */
function readFactor(search: string): number | undefined {
  return [readTypedNumber(search, decimalMark())].flat().at(-1);
}

/** The option of an id: the one already known, else read from the server; its number where it cannot be read. */
export function useRefOption(entity: string, id: number | null, known?: Option): Option | null {
  const need = id !== null && known?.value !== id;
  const { data, error } = useQuery({ ...rowQuery<Row>(entity, id ?? 0), enabled: need, staleTime: 60_000, meta: { silent: true } });
  if (id === null) return null;
  if (known?.value === id) return known;
  return data ? toOption(entity, data) : { value: id, label: error ? `#${id}` : '…' };
}

/** The names of records by their ids, read in one call; the number of one that is not there. */
export function useRefNames(entity: string, ids: readonly number[]): readonly string[] {
  const { data } = useQuery({
    ...listQuery<Row>(entity, { ids: ids.join(), limit: Math.max(1, ids.length) }),
    enabled: ids.length > 0,
    staleTime: 60_000,
    placeholderData: undefined,
    meta: { silent: true },
  });
  const names = new Map(data?.data.map((row) => [row.id, toOption(entity, row).label]));
  return ids.map((id) => names.get(id) ?? `#${id}`);
}
