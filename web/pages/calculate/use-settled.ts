import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Whether the first reads below a query key have all been answered. Parts of unknown height stay invisible until then, so that none of them
 * moves another.
 */
export function useSettled(key: readonly unknown[]): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(false);
  useIsFetching({ queryKey: key });
  useEffect(() => {
    // Asked after the parts below have started their own reads.
    if (!isSettled && client.getQueryCache().find({ queryKey: key, exact: false }) && client.isFetching({ queryKey: key }) === 0)
      setSettled(true);
  });
  return isSettled;
}

/** Classes of a part that loads before it is shown. */
export const UNSETTLED = 'invisible h-0 overflow-hidden';
