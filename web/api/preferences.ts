import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { readLocalStorage, writeLocalStorage } from '../ui/hooks/local-storage.ts';
import { api, read } from './client.ts';

type Preferences = Readonly<Record<string, unknown>>;

const QUERY_KEY = ['me', 'preferences'];
/** The server's last answer, cached in this browser: used until the next answer, so that nothing changes while a page opens. */
const STORAGE_KEY = 'preferences';

/**
 * What a person chose under a name; null where they chose nothing, undefined while that is not known. Stored on the server, so the same on every
 * machine. Without a name nothing is read.
 */
export function usePreference<T>(
  name: string | undefined,
): [value: T | null | undefined, save: (value: T | null) => void, isSaving: boolean] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    ...read('me/preferences', {}, ({ data }: { data: Preferences }) => {
      writeLocalStorage(STORAGE_KEY, data);
      return data;
    }),
    placeholderData: () => readLocalStorage<Preferences | undefined>(STORAGE_KEY, undefined),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: name !== undefined,
    meta: { silent: true },
  });
  // The query cache updates a moment later, and a checkbox would flip back in between.
  const [chosen, choose] = useState<T | null>();
  const { mutate, isPending } = useMutation({
    mutationFn: (value: T | null) => api.put(`me/preferences/${name}`, { value }),
    onMutate: (value) => {
      const all = { ...client.getQueryData<Preferences>(QUERY_KEY), [name!]: value };
      client.setQueryData<Preferences>(QUERY_KEY, all);
      writeLocalStorage(STORAGE_KEY, all);
    },
    onError: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
    onSettled: () => choose(undefined),
  });
  const save = useCallback(
    (value: T | null) => {
      choose(value);
      mutate(value);
    },
    [mutate],
  );
  const kept = data && name ? ((data[name] as T | undefined) ?? null) : undefined;
  return [chosen === undefined ? kept : chosen, save, isPending];
}
