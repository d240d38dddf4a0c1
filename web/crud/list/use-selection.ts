import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../api/client.ts';
import { afterPaint } from '../../ui/hooks/after-paint.ts';
import { createStore, type Store, useStore } from '../../ui/hooks/store.ts';

type Ids = ReadonlySet<number>;

export interface RowSelection {
  /** Those that were seen; a change of them ends the choice of all that match. */
  ids: Store<Ids>;
  /** As the rows show it: a choice of many at once comes to them after its number and its box have answered the press. */
  shownIds: Store<Ids>;
  /** How many records are chosen by the filters, those of other pages too; null while rows are chosen one by one. */
  matching: Store<number | null>;
  /** Why a row cannot be chosen. */
  disabledReason?: (row: Row) => string | undefined;
}

/** Which records an action is for, as `POST {entity}/bulk` takes them. */
export type ChosenRecords =
  | { readonly ids: readonly number[] }
  | { readonly filter: Readonly<Record<string, string>>; readonly expected: number };

interface SelectionOptions {
  /** The rows of the page, once they are there. */
  rows: readonly Row[] | undefined;
  /** The number of records that the filters mean. */
  total: number;
  /** The filters that the rows are chosen by; another value clears the selection. */
  filters: Readonly<Record<string, string>>;
  /** The name of a row, as the person reads it. */
  nameOf: (row: Row) => string;
  disabledReason: (row: Row) => string | undefined;
}

/** The rows chosen in a list. Chosen rows of other pages of the same filters stay chosen, and can be named. */
export function useSelection({ rows = [], total, filters, nameOf, disabledReason }: SelectionOptions) {
  const [{ showMatching, ...store }] = useState(createSelection);
  const names = useRef(new Map<number, string>());
  const filterKey = JSON.stringify(filters);
  const { ids, shownIds, matching } = store;
  const clear = useCallback(() => ids.set(NONE), [ids]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters clear, nothing else.
  useLayoutEffect(clear, [filterKey]);
  // While all that match are chosen, another page shows its rows as chosen too.
  useEffect(() => {
    const chosen = matching.get();
    if (chosen !== null) showMatching(rows, chosen);
  });
  for (const row of rows) names.current.set(row.id, nameOf(row));
  const selection = useMemo<RowSelection>(() => ({ ids, shownIds, matching, disabledReason }), [ids, shownIds, matching, disabledReason]);
  const records = (): ChosenRecords => {
    const expected = matching.get();
    return expected === null ? { ids: [...ids.get()] } : { filter: filters, expected };
  };
  const chosen = { ids, matching, records, total, chooseMatching: () => showMatching(rows, total) };
  const nameOutOfSight = () =>
    [...ids.get()].filter((id) => !rows.some((row) => row.id === id)).map((id) => names.current.get(id) ?? `#${id}`);
  return { selection, chosen, nameOutOfSight, clear };
}

/** Whether a row shows that it is chosen; undefined where rows cannot be. */
export function useTicked(selection: RowSelection | undefined, id: number): boolean | undefined {
  const isTicked = useStore(selection?.shownIds ?? NOTHING, (ids) => ids.has(id));
  return selection && isTicked;
}

/** So many rows answer the press themselves. */
const FEW = 3;

function createSelection() {
  const ids = createStore(NONE);
  const shownIds = createStore(NONE);
  const matching = createStore<number | null>(null);
  let stop = () => {};
  const show = (next: Ids) => {
    stop();
    const isMany = Math.abs(next.size - shownIds.get().size) > FEW;
    ids.set(next);
    if (isMany) stop = afterPaint(() => shownIds.set(next));
    else shownIds.set(next);
  };
  const set = (next: Ids) => {
    matching.set(null);
    show(next);
  };
  const showMatching = (rows: readonly Row[], total: number) => {
    if (matching.get() !== total) matching.set(total);
    if (!rows.every(({ id }) => ids.get().has(id))) show(new Set([...ids.get(), ...rows.map(({ id }) => id)]));
  };
  return { ids: { ...ids, set }, shownIds, matching, showMatching };
}

const NONE: Ids = new Set();
/** The selection where nothing can be chosen. */
export const NOTHING = createStore(NONE);

/** The row chosen last without Shift, and the selection then: what Shift changes starts from both. */
interface Anchor {
  id: number;
  on: boolean;
  base: ReadonlySet<number>;
  /** The other end of the range, and the selection it left; another selection meanwhile is a new base. */
  end: number;
  result: ReadonlySet<number>;
}

/**
 * Chooses a row, or takes it off. With `extend` the row chosen last and all up to this one become what that one is; `from` is where the range
 * begins unless it goes on from there.
 */
export type ChooseRow = (id: number, on: boolean, extend?: boolean, from?: number) => void;

/** Choosing among the rows of one page in their order. A range grows and shrinks with its end, and leaves out what cannot be chosen. */
export function useRangeSelection(rows: readonly Row[] | undefined, selection: RowSelection | undefined): ChooseRow {
  const latest = useRef({ rows, selection });
  latest.current = { rows, selection };
  const anchor = useRef<Anchor>(undefined);
  return useCallback((id, on, extend = false, from) => {
    const { rows = [], selection } = latest.current;
    if (!selection) return;
    const ids = selection.ids.get();
    const goesOn = extend && rows.some((row) => row.id === anchor.current?.id) && (from === undefined || from === anchor.current?.end);
    const start = goesOn ? anchor.current! : { id: (extend && from) || id, on, base: ids, result: ids };
    const base = start.result === ids ? start.base : ids;
    const [first, last] = [start.id, id].map((end) => rows.findIndex((row) => row.id === end)).sort((a, b) => a - b) as [number, number];
    const result = new Set(base);
    for (const row of rows.slice(first, last + 1)) {
      if (!start.on) result.delete(row.id);
      else if (!selection.disabledReason?.(row)) result.add(row.id);
    }
    anchor.current = { id: start.id, on: start.on, base: extend ? base : result, end: id, result };
    selection.ids.set(result);
  }, []);
}

/**
 * Keys of a row or its check box: Space chooses the row, Shift with an arrow takes the next one along. The focus of a row is moved by
 * `moveRovingTabIndex`; that of a check box here.
 */
export function chooseByKeys(event: KeyboardEvent<HTMLElement>, rows: readonly Row[], selection: RowSelection, choose: ChooseRow): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('tr[data-row-id]');
  const onBox = target.matches('[data-select-row]');
  if (!row || (target !== row && !onBox)) return;
  const id = Number(row.dataset.rowId);
  if (event.key === ' ' && !onBox) {
    event.preventDefault();
    choose(id, !selection.ids.get().has(id), event.shiftKey);
  }
  const step = event.shiftKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined;
  const next = step && rows[rows.findIndex((one) => one.id === id) + step];
  if (!next) return;
  event.preventDefault();
  choose(next.id, true, true, id);
  if (onBox) event.currentTarget.querySelector<HTMLElement>(`tr[data-row-id="${next.id}"] [data-select-row]`)?.focus();
}
