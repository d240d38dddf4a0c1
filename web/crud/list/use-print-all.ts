import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

/** More rows are more than fifty sheets, which nobody wants to print; a workbook has them all. */
export const MAX_PRINTED_ROWS = 2000;

/**
 * Reads all rows of a list to be printed; `finish` ends it. Ctrl+P does the same as the button: the browser's own menu leaves no time to read
 * anything.
 */
export function usePrintAll<Answer>(readAll: (() => Promise<Answer>) | undefined) {
  const [printed, setPrinted] = useState<Answer | null>(null);
  const { mutate, isPending } = useMutation({ mutationFn: async () => (readAll ? readAll() : null), onSuccess: setPrinted });
  const finish = useCallback(() => setPrinted(null), []);
  const isAvailable = readAll !== undefined;
  useEffect(() => {
    if (!isAvailable) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      mutate();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isAvailable, mutate]);
  return { printed, finish, startPrint: () => mutate(), isPreparing: isPending || printed !== null };
}
