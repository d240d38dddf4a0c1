import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { tryEachFrame } from '../../ui/hooks/after-paint.ts';
import { holdKeys } from '../../ui/hooks/hold-keys.ts';
import { createStore } from '../../ui/hooks/store.ts';
import { focusFirstRow, focusRow } from '../../ui/table/roving-tab-index.ts';
import { createEditStore, type RejectedRow } from './edit-store.ts';
import type { GridMode } from './grid-state.ts';

/**
 * The edit mode of a list; `GridBar` saves and ends it. What is typed before the grid is there goes into it. Afterwards the row that had the focus
 * has it, or the first one where the filters no longer mean it. `fields` are those that are edited, the same list at every rendering.
 */
export function useGridMode(contract: Contract, fields?: readonly string[]) {
  const [isEditing, setEditing] = useState(false);
  const releaseKeys = useRef<ReturnType<typeof holdKeys>>(undefined);
  const lastRow = useRef<string>(undefined);
  const release = useCallback((isReady: boolean) => {
    releaseKeys.current?.(isReady);
    releaseKeys.current = undefined;
  }, []);
  const mode = useMemo<GridMode>(() => {
    const store = createEditStore();
    const refusals = createStore<readonly RejectedRow[]>([]);
    const end = () => {
      lastRow.current = document.querySelector<HTMLElement>('td[data-focused]')?.closest('tr')?.dataset.rowId;
      release(false);
      store.clear();
      refusals.set([]);
      startTransition(() => setEditing(false));
    };
    return { contract, fields, store, refusals, releaseKeys: release, end };
  }, [contract, fields, release]);
  useEffect(() => () => release(false), [release]);
  useEffect(() => {
    if (isEditing || lastRow.current === undefined) return;
    const id = lastRow.current;
    lastRow.current = undefined;
    return tryEachFrame(() => returnToRow(id));
  }, [isEditing]);
  const begin = () => {
    release(false);
    releaseKeys.current = holdKeys();
    setEditing(true);
  };
  return { isEditing, mode, begin };
}

/** Focuses a row of the list that takes the grid's place; answers whether it is there. Rows below the first window are drawn in later frames. */
function returnToRow(id: string): boolean {
  const table = document.querySelector('main .data-table:not([role=grid])');
  const row = table?.querySelector<HTMLElement>(`tr[data-row-id="${id}"]`);
  if (row) focusRow(row);
  else if (table?.ariaBusy === 'false') focusFirstRow();
  else return false;
  return true;
}
