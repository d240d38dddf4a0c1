import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Column } from '#contracts/contract.ts';
import { api } from '../../api/client.ts';
import { readLocalStorage, writeLocalStorage } from '../../ui/hooks/local-storage.ts';

/** Which columns somebody sees of a list, and in which order; kept on the server, so the same on every machine. */
export interface ColumnChoice {
  order: readonly string[];
  hidden: readonly string[];
}

type Choices = Readonly<Record<string, ColumnChoice | null>>;

const QUERY_KEY = ['me', 'preferences'];
/** What the server said last: shown until it answers, so that no column comes and goes while a page opens. */
const STORAGE_KEY = 'columns';

/** The choice for a list, complete and without columns that no longer exist, and how to change it. */
export function useColumnChoice(list: string, columns: readonly Column[]): [ColumnChoice, (choice: ColumnChoice | null) => void] {
  const client = useQueryClient();
  const name = `columns.${list}`;
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: Choices }>('me/preferences', { signal });
      writeLocalStorage(STORAGE_KEY, data);
      return data;
    },
    placeholderData: () => readLocalStorage<Choices | undefined>(STORAGE_KEY, undefined),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  const { mutate } = useMutation({
    mutationFn: (choice: ColumnChoice | null) => api.put(`me/preferences/${name}`, { value: choice }),
  });
  // Held here too, so that a box answers within its press: the cache tells a moment later, and the box would flip back in between.
  const [chosen, setChosen] = useState<ColumnChoice | null>();
  const choose = (choice: ColumnChoice | null) => {
    setChosen(choice);
    const all = { ...client.getQueryData<Choices>(QUERY_KEY), [name]: choice };
    client.setQueryData<Choices>(QUERY_KEY, all);
    writeLocalStorage(STORAGE_KEY, all);
    mutate(choice);
  };
  const kept = chosen === undefined ? data?.[name] : chosen;
  return [useMemo(() => completeChoice(kept, columns), [kept, columns]), choose];
}

function completeChoice(kept: ColumnChoice | null | undefined, columns: readonly Column[]): ColumnChoice {
  const keys = columns.map((column) => column.key);
  const known = (kept?.order ?? []).filter((key) => keys.includes(key));
  return {
    order: [...known, ...keys.filter((key) => !known.includes(key))],
    hidden: kept ? kept.hidden.filter((key) => keys.includes(key)) : columns.filter((column) => column.folded).map((column) => column.key),
  };
}
