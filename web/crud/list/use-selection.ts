import { useCallback, useMemo, useRef, useState } from 'react';
import type { Row } from './cell.tsx';
import type { RowSelection } from './table-props.ts';

interface SelectionOptions {
  /** The rows of the page, once they are there. */
  rows: readonly Row[] | undefined;
  /** What the rows are chosen by; another value clears the selection. */
  filters: Readonly<Record<string, string>>;
  /** How a row is named to the person. */
  nameOf: (row: Row) => string;
  disabledReason: (row: Row) => string | undefined;
}

/** The rows chosen in a list. Chosen rows of other pages of the same filters stay chosen, and can be named. */
export function useSelection({ rows, filters, nameOf, disabledReason }: SelectionOptions) {
  const [ids, setIds] = useState<ReadonlySet<number>>(NONE);
  const names = useRef(new Map<number, string>());
  const filterKey = JSON.stringify(filters);
  const [lastKey, setLastKey] = useState(filterKey);
  if (filterKey !== lastKey) {
    setLastKey(filterKey);
    setIds(NONE);
  }
  for (const row of rows ?? []) names.current.set(row.id, nameOf(row));
  const selection = useMemo<RowSelection>(() => ({ ids, onChange: setIds, disabledReason }), [ids, disabledReason]);
  const clear = useCallback(() => setIds(NONE), []);
  const outOfSight = [...ids].filter((id) => !rows?.some((row) => row.id === id)).map((id) => names.current.get(id) ?? `#${id}`);
  return { ids, selection, outOfSight, clear };
}

const NONE: ReadonlySet<number> = new Set();
