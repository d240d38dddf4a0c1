import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Query } from '../../api/client.ts';
import { withoutParam } from '../../layout/address-params.ts';
import { tryEachFrame } from '../../ui/hooks/after-paint.ts';
import { focusRow } from '../../ui/table/roving-tab-index.ts';
import { OPEN_ROWS } from './list-state.ts';

/** The state in which a list was left, by its path: what it showed and how far it was scrolled. */
interface ListPosition {
  /** Of the address that the browser's history holds. */
  address: string;
  /** Of the page on which the record is that was looked at last: another one after walking on to the next page. */
  search: string;
  /** What `search` asks of the list's call. */
  query: Query;
  /** The row whose link led away; `inOpenedRow`: of a table below an opened row, whose rows are of another kind. */
  row: { id: number; inOpenedRow: boolean } | null;
  /** How far the table was scrolled, then those below its opened rows. */
  tables: readonly { top: number; left: number }[];
  windowTop: number;
}

/** A row is marked after so many frames also where the table is not as high as it was. */
const MARK_FRAMES = 60;
const MARK_MS = 2_000;
const positions = new Map<string, ListPosition>();
/** By the list's path, the record whose page was left last. */
const recordsLeft = new Map<string, number | null>();

/**
 * Keeps what a list shows and its scroll position when its page is left, and restores both on the way back: from a record by Save or Cancel, from
 * anywhere by the browser's Back. The row of the record or of the link is marked for a moment. `root` holds the table; `ready`: its rows are there.
 */
export function useListPosition(path: string | null | undefined, root: RefObject<HTMLElement | null>, query: Query, ready: boolean): void {
  const search = withoutParam(useLocation().search, OPEN_ROWS);
  const navigate = useNavigate();
  const cameBack = useNavigationType() === 'POP';
  const latest = useRef({ search, query });
  latest.current = { search, query };

  useLayoutEffect(() => {
    if (!path) return;
    const position = readListPosition(path);
    if (recordsLeft.has(path) && position?.address === latest.current.search && position.search !== position.address) {
      void navigate({ search: position.search }, { replace: true });
    }
    const element = root.current;
    return () => {
      // Left before it was restored, it is to be restored yet.
      if (recordsLeft.has(path)) return;
      const row = document.activeElement?.closest<HTMLElement>('[data-row-id]');
      saveListPosition(path, {
        ...latest.current,
        address: latest.current.search,
        row: row ? { id: Number(row.dataset.rowId), inOpenedRow: isInOpenedRow(row) } : null,
        tables: scrolledTables(element).map(({ scrollTop: top, scrollLeft: left }) => ({ top, left })),
        windowTop: scrollY,
      });
    };
  }, [path, root, navigate]);

  useLayoutEffect(() => {
    if (!path || !ready || !(recordsLeft.has(path) || cameBack)) return;
    const position = readListPosition(path);
    const record = recordsLeft.get(path) ?? null;
    const left = record === null ? (position?.row ?? null) : { id: record, inOpenedRow: false };
    if (position?.search !== search) {
      if (position?.address !== search) recordsLeft.delete(path);
      return;
    }
    let frames = 0;
    let scrolled = false;
    let marked = left === null;
    const showRow = () => {
      if (marked) return;
      const rows = root.current?.querySelectorAll<HTMLElement>(`[data-row-id="${left?.id}"]`) ?? [];
      const row = [...rows].find((one) => isInOpenedRow(one) === left?.inOpenedRow);
      // Who types into a filter already keeps the focus.
      if (!(document.activeElement instanceof HTMLInputElement)) focusRow(row);
      markRow(row);
      marked = row !== undefined;
    };
    // Rows below the first ones are drawn in later frames, and what stands below an opened row is yet to be read.
    const restore = () => {
      if (!scrolled) {
        const tables = scrolledTables(root.current);
        for (const [index, to] of position.tables.entries()) tables[index]?.scrollTo(to);
        scrollTo(0, position.windowTop);
        scrolled = scrollY >= position.windowTop - 1 && position.tables.every(({ top }, at) => (tables[at]?.scrollTop ?? 0) >= top - 1);
      }
      frames += 1;
      if (scrolled || frames >= MARK_FRAMES) showRow();
      return scrolled && marked;
    };
    return tryEachFrame(restore, () => {
      showRow();
      recordsLeft.delete(path);
    });
  }, [path, root, ready, search, cameBack]);
}

/**
 * For the page of a record (`id`; null for a new one): goes back to where it was opened from, which is its list as it was left, or another page of
 * the app; to the list where that is not known, as in a new tab. `saved` is the record to mark there.
 */
export function useReturnFromRecord(path: string, id: number | null): (saved?: number) => void {
  const navigate = useNavigate();
  const created = useRef<number>(undefined);
  useLayoutEffect(() => () => void recordsLeft.set(path, created.current ?? id), [path, id]);
  return (saved) => {
    created.current = saved;
    if (previousEntry()?.sameDocument) void navigate(-1);
    else void navigate({ pathname: path, search: readListPosition(path)?.search ?? '' }, { replace: true, preventScrollReset: true });
  };
}

/** Whether the browser's Back leads to the list at this path. */
export function isOpenedFromList(path: string): boolean {
  const url = previousEntry()?.url;
  return url ? new URL(url).pathname === path : false;
}

export function readListPosition(path: string): ListPosition | undefined {
  const position = positions.get(path);
  if (position) return position;
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(path)) ?? 'null') as ListPosition | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Says that the record looked at is on another page of the list: the list shows that page when the person comes back. */
export function moveListPosition(path: string, position: ListPosition, page: number): void {
  const search = new URLSearchParams(position.search);
  if (page > 1) search.set('page', String(page));
  else search.delete('page');
  const text = search.toString();
  saveListPosition(path, { ...position, search: text && `?${text}`, query: { ...position.query, page }, tables: [], windowTop: 0 });
}

function saveListPosition(path: string, position: ListPosition): void {
  positions.set(path, position);
  try {
    sessionStorage.setItem(storageKey(path), JSON.stringify(position));
  } catch {
    // Storage may be blocked: the position then lasts until the page is reloaded.
  }
}

/** The entry of the browser's history before this one. Browsers of before 2026 may not tell. */
function previousEntry(): NavigationHistoryEntry | undefined {
  const history = (window as Partial<Pick<Window, 'navigation'>>).navigation;
  return history?.currentEntry ? history.entries()[history.currentEntry.index - 1] : undefined;
}

const scrolledTables = (root: HTMLElement | null) => [...(root?.querySelectorAll('.table-scroll') ?? [])];

const isInOpenedRow = (row: HTMLElement) => row.parentElement!.closest('td, li') !== null;

/** The row stands out for a moment, so that the eye finds it. */
function markRow(row: HTMLElement | undefined): void {
  if (!row) return;
  row.dataset.returned = '';
  setTimeout(() => delete row.dataset.returned, MARK_MS);
}

const storageKey = (path: string) => `tensu.list_position.${path}`;
