import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { focusRow } from '../../ui/table/roving-tab-index.ts';

/** How a list was left: its address and how far it was scrolled. */
interface ListPosition {
  search: string;
  tableTop: number;
  tableLeft: number;
  windowTop: number;
}

const MAX_FRAMES = 60;
const positions = new Map<string, ListPosition>();
/** By the list's path, the record whose page was left last. */
const recordsLeft = new Map<string, number | null>();

/**
 * Keeps filters, page and scroll position of a list when its page is left, and restores the position and the row when the person comes
 * back from a record, by Save, Cancel or the browser's Back. `root` holds the table; `ready`: the rows are there.
 */
export function useListPosition(path: string | undefined, root: RefObject<HTMLElement | null>, ready: boolean): void {
  const { search } = useLocation();
  const latest = useRef(search);
  latest.current = search;

  useLayoutEffect(() => {
    if (path === undefined) return;
    const element = root.current;
    return () => {
      const table = element?.querySelector('.table-scroll');
      savePosition(path, {
        search: latest.current,
        tableTop: table?.scrollTop ?? 0,
        tableLeft: table?.scrollLeft ?? 0,
        windowTop: scrollY,
      });
    };
  }, [path, root]);

  useLayoutEffect(() => {
    if (path === undefined || !ready || !recordsLeft.has(path)) return;
    const id = recordsLeft.get(path)!;
    const position = readPosition(path);
    if (position?.search !== latest.current) {
      recordsLeft.delete(path);
      return;
    }
    let frames = 0;
    let request = 0;
    let scrolled = false;
    // Rows below the first ones are drawn in later frames; until then the table is not high enough to scroll, or the row is missing.
    const restore = () => {
      const table = root.current?.querySelector('.table-scroll');
      if (!scrolled) {
        table?.scrollTo(position.tableLeft, position.tableTop);
        scrollTo(0, position.windowTop);
        scrolled = (table?.scrollTop ?? 0) >= position.tableTop - 1 && scrollY >= position.windowTop - 1;
      }
      const row = root.current?.querySelector<HTMLElement>(`[data-row-id="${id}"]`);
      frames += 1;
      if ((!scrolled || (id !== null && !row)) && frames < MAX_FRAMES) {
        request = requestAnimationFrame(restore);
        return;
      }
      recordsLeft.delete(path);
      focusRow(row);
    };
    restore();
    return () => cancelAnimationFrame(request);
  }, [path, root, ready]);
}

/** For the page of a record (`id`; null for a new one): goes back to its list as it was left. */
export function useReturnToList(path: string, id: number | null): () => void {
  const navigate = useNavigate();
  useLayoutEffect(() => () => void recordsLeft.set(path, id), [path, id]);
  return useCallback(
    () => void navigate({ pathname: path, search: readPosition(path)?.search ?? '' }, { preventScrollReset: true }),
    [navigate, path],
  );
}

function savePosition(path: string, position: ListPosition): void {
  positions.set(path, position);
  try {
    sessionStorage.setItem(storageKey(path), JSON.stringify(position));
  } catch {
    // Storage may be blocked: the position then lasts until the page is reloaded.
  }
}

function readPosition(path: string): ListPosition | undefined {
  const position = positions.get(path);
  if (position) return position;
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(path)) ?? 'null') as ListPosition | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const storageKey = (path: string) => `tensu.list.${path}`;
