import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '../../ui/hooks/after-paint.ts';
import { createStore, type Store, useStore } from '../../ui/hooks/store.ts';
import type { Row } from './cell.tsx';

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
