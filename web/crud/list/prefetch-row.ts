import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type PointerEvent, useMemo } from 'react';
import { rowQuery } from '../../api/client.ts';

/** Attribute of the link that opens a row's record. */
export const OPENS_ROW = 'data-opens-row';

/** A record that was read ahead is shown for this long without being read again. */
export const ROW_STALE_MS = 5_000;
const INTENT_MS = 80;

/** Handlers for the rows of a table: a record is read ahead once the mouse or the focus has rested on the link to it. */
export function usePrefetchRow(entity: string) {
  const client = useQueryClient();
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => clearTimeout(timer);
    const start = ({ target }: { target: EventTarget }) => {
      stop();
      const row = (target as Element).closest(`[${OPENS_ROW}]`)?.closest<HTMLElement>('[data-row-id]');
      const read = () => client.prefetchQuery({ ...rowQuery(entity, Number(row?.dataset.rowId)), staleTime: ROW_STALE_MS });
      if (row) timer = setTimeout(() => void read(), INTENT_MS);
    };
    return {
      onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && start(event),
      onPointerOut: stop,
      onFocus: (event: FocusEvent) => start(event),
      onBlur: stop,
    };
  }, [client, entity]);
}
