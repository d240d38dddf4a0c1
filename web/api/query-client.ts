import { keepPreviousData, MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { notifyError } from './api-error.ts';
import { refreshLocksAfter423 } from './month-locks.ts';
import { mayRetry, retryDelay } from './query-retry.ts';
import { refreshScenarioAfterEnd } from './scenario.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows this failure itself (a form's field messages, a conflict). */
      silent?: boolean | ((error: unknown) => boolean);
      /** Keys of what is read again once it has ended; it is pending until then. */
      refreshes?: readonly QueryKey[];
    };
    queryMeta: { silent?: boolean };
  }
}

/**
 * Old data stays while new data loads. Reads are retried only without a response or after a 5xx; writes never. A failed write shows a notice, and
 * so does a failed refetch; the page itself shows a failed first read.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data !== undefined && !query.meta?.silent) notifyError(error);
        refreshScenarioAfterEnd(client, error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const silent = mutation.meta?.silent;
        if (!(typeof silent === 'function' ? silent(error) : silent)) notifyError(error);
        refreshLocksAfter423(client, error);
        refreshScenarioAfterEnd(client, error);
      },
      onSettled: (_answer, _error, _variables, _result, { meta }) =>
        Promise.all((meta?.refreshes ?? []).map((queryKey) => client.invalidateQueries({ queryKey }))),
    }),
    defaultOptions: {
      queries: {
        placeholderData: keepPreviousData,
        staleTime: 10_000,
        retry: mayRetry,
        retryDelay,
        // Offline, a read fails with an error instead of being paused.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
