import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { holdKeys } from '../../ui/hooks/hold-keys.ts';
import { createStore } from '../../ui/hooks/store.ts';
import { focusRow } from '../../ui/table/roving-tab-index.ts';
import { createEditStore, type RejectedRow } from './edit-store.ts';
import type { GridMode } from './grid-state.ts';

/**
 * The edit mode of a list; `GridBar` saves and ends it. What is typed before the grid is there goes into it. Afterwards the row that had the focus
 * has it. `fields` are those that are edited, the same list at every rendering.
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
    focusRow(document.querySelector<HTMLElement>(`tr[data-row-id="${lastRow.current}"]`));
    lastRow.current = undefined;
  }, [isEditing]);
  const begin = () => {
    release(false);
    releaseKeys.current = holdKeys();
    setEditing(true);
  };
  return { isEditing, mode, begin };
}
