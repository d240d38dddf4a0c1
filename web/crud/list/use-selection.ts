import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '../../ui/hooks/after-paint.ts';
import { createStore, type Store, useStore } from '../../ui/hooks/store.ts';
import { FIRST_ROWS } from '../../ui/table/use-incremental-rows.ts';
import type { Row } from './cell.tsx';

type Ids = ReadonlySet<number>;

export interface RowSelection {
  ids: Store<Ids>;
  /** As the rows below the first window show it: a choice of many at once comes to them after the press was answered. */
  laterIds: Store<Ids>;
  /** Why a row cannot be chosen. */
  disabledReason?: (row: Row) => string | undefined;
}

interface SelectionOptions {
  /** The rows of the page, once they are there. */
  rows: readonly Row[] | undefined;
  /** The filters that the rows are chosen by; another value clears the selection. */
  filters: Readonly<Record<string, string>>;
  /** The name of a row, as the person reads it. */
  nameOf: (row: Row) => string;
  disabledReason: (row: Row) => string | undefined;
}

/** The rows chosen in a list. Chosen rows of other pages of the same filters stay chosen, and can be named. */
export function useSelection({ rows = [], filters, nameOf, disabledReason }: SelectionOptions) {
  const [store] = useState(createSelection);
  const names = useRef(new Map<number, string>());
  const filterKey = JSON.stringify(filters);
  const clear = useCallback(() => store.ids.set(NONE), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters clear, nothing else.
  useLayoutEffect(clear, [filterKey]);
  const choose = (all: readonly Row[]) => {
    for (const row of all) names.current.set(row.id, nameOf(row));
    store.ids.set(new Set(all.map(({ id }) => id)));
  };
  for (const row of rows) names.current.set(row.id, nameOf(row));
  const selection = useMemo<RowSelection>(() => ({ ...store, disabledReason }), [store, disabledReason]);
  const nameById = (id: number) => names.current.get(id) ?? `#${id}`;
  const nameOutOfSight = () => [...store.ids.get()].filter((id) => !rows.some((row) => row.id === id)).map(nameById);
  return { selection, chosen: { ids: store.ids, nameOf: nameById, choose }, nameOutOfSight, clear };
}

/** Whether a row is chosen; undefined where rows cannot be. `later`: it stands below the first window. */
export function useTicked(selection: RowSelection | undefined, id: number, later: boolean): boolean | undefined {
  const isTicked = useStore(selection?.[later ? 'laterIds' : 'ids'] ?? NOTHING, (ids) => ids.has(id));
  return selection && isTicked;
}

function createSelection(): RowSelection {
  const ids = createStore(NONE);
  const laterIds = createStore(NONE);
  let stop = () => {};
  const set = (next: Ids) => {
    stop();
    const isMany = Math.abs(next.size - laterIds.get().size) > FIRST_ROWS;
    ids.set(next);
    if (isMany) stop = afterPaint(() => laterIds.set(next));
    else laterIds.set(next);
  };
  return { ids: { ...ids, set }, laterIds };
}

const NONE: Ids = new Set();
/** The selection where nothing can be chosen. */
export const NOTHING = createStore(NONE);
