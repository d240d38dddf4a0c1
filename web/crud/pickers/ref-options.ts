import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { titleOf } from '#contracts/contracts.ts';
import type { Query } from '../../api/client.ts';
import { listQuery, rowQuery } from '../../api/queries.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Option } from '../../ui/inputs/option.ts';
import type { Row } from '../list/cell.tsx';

const PAGE_SIZE = 50;

/** A record as an entry of a picker. */
export function toOption(entity: string, row: Row): Option {
  const { field, hint } = titleOf(entity);
  const label = typeof row[field] === 'number' ? formatNumber(row[field]) : String(row[field] ?? `#${row.id}`);
  const second = hint ? row[hint] : undefined;
  return { value: row.id, label, ...(second !== null && second !== undefined && second !== '' && { hint: String(second) }) };
}

/** Records of an entity for a picker, searched on the server so that it stays quick with any number of them. */
export function useRefOptions(entity: string, query: Query = {}, enabled = true) {
  const [search, setSearch] = useState('');
  const { field, search: parameter } = titleOf(entity);
  const { data, isFetching } = useQuery({
    ...listQuery<Row>(entity, { ...query, limit: PAGE_SIZE, order_by: `${field} ASC`, [parameter]: search.trim() }),
    staleTime: 60_000,
    enabled,
  });
  return { options: (data?.data ?? []).map((row) => toOption(entity, row)), onSearch: setSearch, loading: isFetching };
}

/** The option of an id: the one already known, else read from the server; its number where it cannot be read. */
export function useRefOption(entity: string, id: number | null, known?: Option): Option | null {
  const need = id !== null && known?.value !== id;
  const { data, error } = useQuery({ ...rowQuery<Row>(entity, id ?? 0), enabled: need, staleTime: 60_000, meta: { silent: true } });
  if (id === null) return null;
  if (known?.value === id) return known;
  return data ? toOption(entity, data) : { value: id, label: error ? `#${id}` : '…' };
}
