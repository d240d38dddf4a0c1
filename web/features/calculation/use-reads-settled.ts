import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';

/**
 * Whether the first reads below some query keys have all been answered. Parts of unknown height stay invisible until then, so that none of them
 * moves another. Whoever comes back to what is still `cached` finds it where it was.
 */
export function useReadsSettled(keys: readonly (readonly unknown[])[], cached: boolean): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(cached);
  useIsFetching({ predicate: ({ queryKey }) => keys.some(([name]) => name === queryKey[0]) });
  useEffect(() => {
    // Asked after the parts below have started their own reads.
    const isAnswered = (queryKey: readonly unknown[]) =>
      client.getQueryCache().find({ queryKey, exact: false }) && client.isFetching({ queryKey }) === 0;
    if (!isSettled && keys.every(isAnswered)) setSettled(true);
  });
  return isSettled;
}

/** Classes of a part that loads before it is shown. */
export const UNSETTLED = 'invisible absolute h-0 overflow-hidden';

/** Whether what a run shows below its figures has been read before. */
export function useIsRunCached(run: CalculationRun | undefined): boolean {
  const client = useQueryClient();
  if (!run) return true;
  const parts = [...(run.failed > 0 ? ['causes'] : []), ...(run.status === 'preview' && run.changed > 0 ? ['changes'] : [])];
  return parts.every((part) => client.getQueryCache().find({ queryKey: ['calculations', run.id, part], exact: false })?.state.data);
}
