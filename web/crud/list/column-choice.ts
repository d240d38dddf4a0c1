import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Column } from '#contracts/contract.ts';
import { api } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { readLocalStorage, writeLocalStorage } from '../../ui/hooks/local-storage.ts';

/** Visible columns of a list and their order, per user; stored on the server, so the same on every machine. */
export interface ColumnChoice {
  order: readonly string[];
  hidden: readonly string[];
}

type Choices = Readonly<Record<string, ColumnChoice | null>>;

const QUERY_KEY = ['me', 'preferences'];
/** The server's last answer, cached in this browser: used until the next answer, so that columns do not change while a page opens. */
const STORAGE_KEY = 'columns';

/** The choice for a list, complete and without columns that no longer exist, and how to change it. */
export function useColumnChoice(list: string, columns: readonly Column[]): [ColumnChoice, (choice: ColumnChoice | null) => void] {
  const client = useQueryClient();
  const name = `columns.${list}`;
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    ...read('me/preferences', {}, ({ data }: { data: Choices }) => {
      writeLocalStorage(STORAGE_KEY, data);
      return data;
    }),
    placeholderData: () => readLocalStorage<Choices | undefined>(STORAGE_KEY, undefined),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  const { mutate } = useMutation({ mutationFn: (choice: ColumnChoice | null) => api.put(`me/preferences/${name}`, { value: choice }) });
  // Also local state: the query cache updates a moment later, and the checkbox would flip back in between.
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
